"""What a corpus may set in its ``config.yaml``."""

from sparv.api import Config

CONFIG = [
    Config(
        "allonym_pi.annotation_level",
        default="detailed",
        description="How fine the labels are: basic, general or detailed; with _iob "
        "(general_iob) they say where a mention begins",
        datatype=str,  # no choices: Sparv says of a wrong one that the whole section is unexpected
    ),
    Config(
        "allonym_pi.profile",
        default="default",
        description="Allonym profile: a built-in name or the path of a TOML file",
        datatype=str,
    ),
    Config(
        "allonym_pi.secret",
        default="",
        description="Reference to the secret that pseudonyms are drawn under (env:NAME, "
        "file:PATH); empty draws fresh ones for every file",
        datatype=str,
    ),
]
