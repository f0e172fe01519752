#!/bin/sh
# Writes this folder's .woff2 files: the letters that every page shows, without instructions for old screens ("hinting"),
# which make up half of the packages' files. All other letters come from the packages (fonts.css).
#
# Needs npm and Python's fonttools[woff]==4.68.0, uharfbuzz==0.57.0 and wordfreq==3.1.1. Run once, and again for a new
# version of a font, or when a new text has a conjunct that is drawn with a visible halant.
set -eu
cd "$(dirname "$0")"
packages=$(mktemp -d)
trap 'rm -r "$packages"' EXIT

fetch() {
  npm pack --silent --pack-destination "$packages" "$1" >/dev/null
  tar -xzf "$packages"/*.tgz -C "$packages" && rm "$packages"/*.tgz && mv "$packages/package" "$packages/$2"
  cp "$packages/$2/$3" "OFL-$2.txt"
}
cut() { font=$1 letters=$2 file=$3; shift 3
  pyftsubset "$packages/$font" --unicodes="$letters" --no-hinting --flavor=woff2 --output-file="$file" "$@"; }
# All conjuncts and their spacing are half of a file. Rare ones are drawn with a visible halant.
cut_common() {
  python common_glyphs.py "$packages/$1" $(git grep -lIF ा ../i18n ../../../project ../../../deploy) >"$packages/glyphs"
  cut "$@" --glyphs-file="$packages/glyphs" --no-layout-closure --layout-features-=dist,kern,locl
}

# The whole fonts: the files of the Fontsource packages have ₹ apart from the figures.
fetch @expo-google-fonts/mukta@0.4.1 mukta LICENSE_FONT
fetch @expo-google-fonts/tiro-devanagari-hindi@0.4.1 tiro LICENSE_FONT
fetch @fontsource-variable/fraunces@5.3.0 fraunces LICENSE

LATIN="U+20-7E,U+A0,U+A9,U+AB,U+B7,U+BB,U+D7,U+2013-2014,U+2018-201A,U+201C-201D,U+2022,U+2026,U+2212"
# Without what other languages write, and old letters.
DEVANAGARI="U+900-903,U+905-90B,U+90D,U+90F-911,U+913-928,U+92A-930,U+932-933,U+935-939,U+93C-945,U+947-949,U+94B-94D,U+950,U+958-960,U+964-970,U+200C-200D,U+25CC"
cut mukta/400Regular/Mukta_400Regular.ttf "$LATIN,U+20B9" mukta-latin-400.woff2
cut mukta/500Medium/Mukta_500Medium.ttf "$LATIN,U+20B9" mukta-latin-500.woff2
# Headings have one weight; the file with all of them is twice as large.
fonttools varLib.instancer --quiet "$packages/fraunces/files/fraunces-latin-wght-normal.woff2" wght=400 \
  --output "$packages/fraunces/400.woff2"
cut fraunces/400.woff2 "$LATIN" fraunces-latin-400.woff2
cut_common mukta/400Regular/Mukta_400Regular.ttf "$DEVANAGARI" mukta-devanagari-400.woff2
cut_common tiro/400Regular/TiroDevanagariHindi_400Regular.ttf "$DEVANAGARI" tiro-devanagari-400.woff2
