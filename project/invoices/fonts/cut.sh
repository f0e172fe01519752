#!/bin/sh
# Writes this folder's Mukta, Fraunces, Tiro and Noto Sans Devanagari: the letters that documents need, without
# instructions for old screens ("hinting").
#
# Needs npm and pyftsubset (pip install fonttools). Run once, and again for a new version of a font.
set -eu
cd "$(dirname "$0")"
packages=$(mktemp -d)
trap 'rm -r "$packages"' EXIT

fetch() {
  npm pack --silent --pack-destination "$packages" "@expo-google-fonts/$1@0.4.1" >/dev/null
  tar -xzf "$packages"/*.tgz -C "$packages" && rm "$packages"/*.tgz && mv "$packages/package" "$packages/$1"
}
cut() {
  pyftsubset "$packages/$1" --unicodes="$2" --output-file="$3" \
    --layout-features='*' --no-hinting --notdef-outline --name-IDs='*'
}
for font in mukta fraunces tiro-devanagari-hindi noto-sans-devanagari; do fetch $font; done

LATIN="U+20-7E,U+A0-24F,U+2C6-2DD,U+2010-2026,U+2030-203A,U+20AC,U+20B9,U+2122,U+2212"
DEVANAGARI="U+900-97F,U+1CD0-1CFF,U+A8E0-A8FF,U+200C-200D,U+25CC"
cut mukta/400Regular/Mukta_400Regular.ttf "$LATIN" Mukta-Regular.ttf
cut mukta/600SemiBold/Mukta_600SemiBold.ttf "$LATIN" Mukta-SemiBold.ttf
cut noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf "$DEVANAGARI" NotoSansDevanagari-Regular.ttf
cut noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf "$DEVANAGARI" NotoSansDevanagari-SemiBold.ttf
cut fraunces/400Regular/Fraunces_400Regular.ttf "U+20-7E,U+A0-17F,U+2010-2026,U+2212,U+20B9" Fraunces-Regular.ttf
cut tiro-devanagari-hindi/400Regular/TiroDevanagariHindi_400Regular.ttf \
  "U+20-7E,U+900-97F,U+200C-200D,U+25CC" TiroDevanagariHindi-Regular.ttf
