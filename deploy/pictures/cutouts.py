"""Cut the rudraksha beads out of the sample shop's pictures: `python -m deploy.pictures.cutouts`.

The page of every mukhi strings them on one thread, which a picture's own ground would hide.
"""

from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter, ImageOps

PICTURES = Path("project/sample_shop/pictures")
CUTOUTS = Path("frontend/public/pictures")
PIXELS = 208
# Ground and shadow are paler than any part of a bead's outline (saturation, of 255).
PALEST = 88


def cut_out(picture: Image.Image) -> Image.Image:
    """Return the bead alone, as large as a square of transparent pixels allows."""
    saturation = picture.convert("HSV").getchannel("S")
    mask = saturation.point(lambda value: 255 if value > PALEST else 0).filter(ImageFilter.MedianFilter(5))
    # Only what is joined to the corner is ground: highlights inside the outline stay.
    ImageDraw.floodfill(mask, (0, 0), 128)
    # One pixel less all around, as those of the outline are half ground.
    mask = mask.point(lambda value: 0 if value == 128 else 255).filter(ImageFilter.MinFilter(3))
    bead = picture.copy()
    bead.putalpha(mask)
    # Premultiplied: transparent pixels lend their colour to no neighbour.
    bead = bead.crop(mask.getbbox()).convert("RGBa")
    return ImageOps.pad(bead, (PIXELS, PIXELS), Image.Resampling.LANCZOS).convert("RGBA")


def main() -> None:
    """Write `mukhi-1.webp` to `mukhi-15.webp`."""
    for faces in range(1, 16):
        with Image.open(PICTURES / f"rudraksha-{faces}-mukhi.webp") as picture:
            cut_out(picture.convert("RGB")).save(CUTOUTS / f"mukhi-{faces}.webp", quality=76, method=6)


if __name__ == "__main__":
    main()
