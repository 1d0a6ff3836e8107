import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type VariantColorsResolver,
} from "@mantine/core";

// Filled things are light in the dark themes: what stands on them follows the token instead of being white.
const resolveVariantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant !== "filled") return colors;
  return { ...colors, color: input.color === "red" ? "var(--on-bad)" : "var(--on-accent)" };
};

/** Mantine on the tokens of tokens.css: it brings behaviour and structure, the tokens bring every colour. */
export const theme = createTheme({
  fontFamily: "var(--font)",
  fontFamilyMonospace: "var(--mono)",
  fontSizes: { xs: "12px", sm: "13.5px", md: "14px", lg: "16px", xl: "20px" },
  headings: { fontFamily: "var(--font)", fontWeight: "600" },
  radius: { xs: "4px", sm: "6px", md: "6px", lg: "9px", xl: "9px" },
  defaultRadius: "sm",
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  breakpoints: { xs: "450px", sm: "736px", md: "1024px", lg: "1200px", xl: "1600px" },
  shadows: { xs: "none", sm: "none", md: "var(--shadow)", lg: "var(--shadow)", xl: "var(--shadow)" },
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  variantColorResolver: resolveVariantColors,
  components: {
    Button: { defaultProps: { size: "sm" } },
    ModalRoot: { defaultProps: { centered: true, transitionProps: { transition: "fade", duration: 120 } } },
    ModalOverlay: { defaultProps: { color: "#0f141c", backgroundOpacity: 0.4 } },
    // As wide as what is written in it; a number stands before its unit on a mirrored page, too.
    NumberInput: {
      styles: { wrapper: { maxInlineSize: "160px" }, input: { direction: "ltr", textAlign: "match-parent" } },
    },
    // Where the focus goes by itself, as after a question, nothing is to open: Escape would close that and not the dialog.
    Select: { defaultProps: { openOnFocus: false } },
    Checkbox: { defaultProps: { iconColor: "var(--on-accent)" } },
    Switch: { defaultProps: { withThumbIndicator: false } },
  },
});

const variables = {
  "--mantine-color-body": "var(--panel)",
  "--mantine-color-text": "var(--text)",
  "--mantine-color-bright": "var(--text)",
  "--mantine-color-dimmed": "var(--dim)",
  "--mantine-color-placeholder": "var(--faint)",
  "--mantine-color-anchor": "var(--accent)",
  "--mantine-color-error": "var(--bad)",
  "--mantine-color-default": "var(--panel)",
  "--mantine-color-default-hover": "var(--panel-2)",
  "--mantine-color-default-color": "var(--text)",
  "--mantine-color-default-border": "var(--line)",
  "--mantine-color-disabled": "var(--panel-2)",
  "--mantine-color-disabled-color": "var(--faint)",
  "--mantine-color-disabled-border": "var(--line)",
  "--mantine-primary-color-filled": "var(--accent)",
  "--mantine-primary-color-filled-hover": "var(--accent-hover)",
  "--mantine-primary-color-light": "var(--accent-soft)",
  "--mantine-primary-color-light-hover": "var(--accent-soft)",
  "--mantine-primary-color-light-color": "var(--accent)",
  "--mantine-primary-color-contrast": "var(--on-accent)",
  "--mantine-color-blue-filled": "var(--accent)",
  "--mantine-color-blue-filled-hover": "var(--accent-hover)",
  "--mantine-color-blue-light": "var(--accent-soft)",
  "--mantine-color-blue-light-hover": "var(--accent-soft)",
  "--mantine-color-blue-light-color": "var(--accent)",
  "--mantine-color-blue-outline": "var(--accent)",
  "--mantine-color-red-filled": "var(--bad)",
  "--mantine-color-red-filled-hover": "var(--bad-hover)",
  "--mantine-color-red-light": "var(--bad-soft)",
  "--mantine-color-red-light-hover": "var(--bad-soft)",
  "--mantine-color-red-light-color": "var(--bad)",
  "--mantine-color-red-outline": "var(--bad)",
};

// Mantine's grey scales, by what its stylesheets use each step for.
const light = scale("gray", [
  "panel-2",
  "panel-2",
  "line",
  "line",
  "line-strong",
  "faint",
  "dim",
  "dim",
  "text",
  "text",
]);
const dark = scale("dark", [
  "text",
  "dim",
  "faint",
  "line-strong",
  "line-strong",
  "line",
  "panel-2",
  "panel",
  "bg",
  "bg",
]);

/** The style of what is in another theme than its page: a variable keeps what its tokens were where it was set. */
export const ownTheme: Record<string, string> = { ...variables, ...light, ...dark };

function scale(name: string, tokens: readonly string[]): Record<string, string> {
  return Object.fromEntries(tokens.map((token, step) => [`--mantine-color-${name}-${step}`, `var(--${token})`]));
}

// Said for both schemes: Mantine's own values per scheme are more specific than plain variables.
export const resolveVariables: CSSVariablesResolver = () => ({
  variables,
  light: { ...variables, ...light },
  dark: { ...variables, ...dark },
});
