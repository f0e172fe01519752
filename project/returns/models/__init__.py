"""Goods that customers send back, and their claims that a piece is fake."""

from project.returns.models.claim import Claim, ClaimPhoto
from project.returns.models.returned_goods import (
    MAX_TEXT,
    PHOTOS,
    WAITING,
    Return,
    ReturnKind,
    ReturnLine,
    ReturnPhoto,
    ReturnReason,
    ReturnStatus,
)
