"""What a corpus may set in its ``config.yaml``."""

from sparv.api import Config

CONFIG = [
    Config(
        "allonym_pi.annotation_level",
        default="detailed",
        description="How fine the labels are; with _iob they say where a mention begins",
        datatype=str,
        choices=["basic", "basic_iob", "general", "general_iob", "detailed", "detailed_iob"],
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
