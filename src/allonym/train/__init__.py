"""Train the network of a language pack; needs the extra ``train``.

Importing this loads neither torch nor onnx; calling what is in it does.
"""

from allonym.train.pack import Trained, train_backbone, train_pack

__all__ = ["Trained", "train_backbone", "train_pack"]
