import css from "@eslint/css"
import typescript from "@typescript-eslint/parser"
import baseline from "eslint-plugin-baseline-js"
import compat from "eslint-plugin-compat"
import esX from "eslint-plugin-es-x"

/*
 * Two things that Biome does not check. The back office's forms, dialogs and changes are made of its shared parts.
 *
 * And the built files, libraries included, use nothing that the browsers of package.json's "browserslist" lack.
 *
 * No plugin knows all of it. `compat` goes by the browserslist but knows no static methods (AbortSignal.any); `baseline`
 * knows those but goes by years; `es-x` knows the methods of built-in objects (Array.prototype.toReversed) by name alone.
 */

/** Web features that are newer than 2022, or are not everywhere, and why their use is fine. */
const allowedFeatures = [
  // In our browsers, later in others.
  "abortsignal-timeout",
  "createimagebitmap",
  "print",
  "top-level-await",
  // Asked for before it is used, or a failure of it is handled.
  "async-clipboard",
  "network-information",
  "registered-custom-properties",
  "share",
  "url-canparse",
  // Socket.io's transport that we do not choose.
  "webtransport",
  // Methods of other objects: link, search.
  "html-wrapper-methods",
  // A field of claims, what is sent by bank transfer; nothing here moves an ArrayBuffer.
  "transferable-arraybuffer",
  // Older than all standards.
  "proto",
  // The big screen asks whether it is there.
  "screen-wake-lock",
]

/** Newer than 2022 in style sheets: what a browser that lacks it does without, and nobody misses. */
const allowedStyles = {
  allowAtRules: [
    // Tailwind's own, which sets the same values where it is lacking.
    "property",
    // In our browsers since 2022, in Firefox since 110.
    "container",
  ],
  allowFunctions: [
    // Tailwind writes the colour without it first, and this within @supports.
    "color-mix",
  ],
  allowProperties: [
    "container-type",
    "content-visibility",
    "contain-intrinsic-size",
    "field-sizing",
    "outline",
    "overscroll-behavior",
    "overscroll-behavior-x",
    "resize",
    "scrollbar-color",
    "scrollbar-width",
    "text-wrap",
    "user-select",
  ],
  allowPropertyValues: { "break-after": ["avoid"] },
  allowSelectors: ["marker", "selection"],
  allowUnits: ["lh"],
}

const scripts = ["**/*.js"]

const admin = "src/features/admin"
const adminTests = "**/*.test.*"

/** Imports that only the shared parts of the back office need, or nothing of it does. */
const replacedImports = [
  {
    name: "@tanstack/react-query",
    importNames: ["useMutation"],
    message: "A change is useAction of @/lib/use-action.",
  },
  {
    name: "@/lib/use-last",
    message: "Dialog keeps its content during its closing animation.",
  },
  ...["dialog", "alert-dialog"].map((part) => ({
    name: `@base-ui/react/${part}`,
    message: "A dialog is one of the shared parts.",
  })),
]
const sharedImports = [
  { name: "react-hook-form", message: "A form is one of the shared parts." },
  { name: "@/components/dialog", message: "Use a dialog of the shared parts." },
]
const sharedSyntax = [
  ["JSXOpeningElement[name.name=/^(form|dialog)$/]", "Use a form or dialog of the shared parts."],
  ["JSXAttribute[name.name='role'][value.value=/^(alert)?dialog$/]", "Use a dialog of the shared parts."],
  [
    ":matches(Literal[value=/data-(starting|ending)-style/], TemplateElement[value.raw=/data-(starting|ending)-style/])",
    "Dialog has the closing animation.",
  ],
].map(([selector, message]) => ({ selector, message }))

export default [
  {
    files: [`${admin}/**/*.{ts,tsx}`],
    ignores: [adminTests],
    languageOptions: { parser: typescript },
    linterOptions: { noInlineConfig: true },
    rules: {
      "max-lines-per-function": ["error", 120],
      "no-alert": "error",
      "no-restricted-imports": ["error", { paths: replacedImports }],
    },
  },
  {
    files: [`${admin}/**/*.{ts,tsx}`],
    ignores: [adminTests, `${admin}/shared/**`],
    rules: {
      "no-restricted-imports": ["error", { paths: [...replacedImports, ...sharedImports] }],
      "no-restricted-syntax": ["error", ...sharedSyntax],
    },
  },
  {
    files: ["**/*.css"],
    plugins: { css },
    language: "css/css",
    // Selectors of one browser alone, such as ::-moz-focus-inner.
    languageOptions: { tolerant: true },
    rules: { "css/use-baseline": ["error", { available: 2022, ...allowedStyles }] },
  },
  {
    files: scripts,
    ...compat.configs["flat/recommended"],
    settings: {
      // Ours are those of which the page asks whether they are there: less traffic, and a button of the big screen.
      polyfills: [
        "WebTransport",
        "navigator.connection",
        "document.fullscreenElement",
        "document.fullscreenEnabled",
      ],
    },
  },
  { files: scripts, ...esX.configs["flat/restrict-to-es2022"] },
  {
    files: scripts,
    plugins: { "baseline-js": baseline },
    settings: { "es-x": { aggressive: true } },
    rules: {
      "baseline-js/use-baseline": [
        "error",
        {
          available: 2022,
          includeWebApis: { preset: "auto" },
          includeJsBuiltins: { preset: "auto" },
          ignoreFeatures: allowedFeatures,
        },
      ],
      // Newer than Safari 16, older than ES2022.
      "es-x/no-class-static-block": "error",
      "es-x/no-regexp-lookbehind-assertions": "error",
      // ES2023, and in all our browsers.
      "es-x/no-array-prototype-findlast-findlastindex": "off",
      // A field of claims, see above.
      "es-x/no-arraybuffer-prototype-transfer": "off",
      // Immer asks for it first.
      "es-x/no-iterator": "off",
      // By their names they cannot be told from the methods of arrays and of other objects.
      ...Object.fromEntries(
        [
          "drop",
          "every",
          "filter",
          "find",
          "flatmap",
          "foreach",
          "map",
          "reduce",
          "some",
          "take",
          "toarray",
        ].map((name) => [`es-x/no-iterator-prototype-${name}`, "off"]),
      ),
    },
  },
]
