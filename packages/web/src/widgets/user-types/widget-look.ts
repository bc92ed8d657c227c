/** Colors and fonts of the theme, for the frame of a user-written widget. */

import type { WidgetLook } from '../../sandbox/widget-protocol.ts'

const names = [
  '--sd-text',
  '--sd-text-2',
  '--sd-text-3',
  '--sd-surface',
  '--sd-border',
  '--sd-border-control',
  '--sd-primary',
  '--sd-primary-fill',
  '--sd-on-primary',
  '--sd-error',
  '--sd-warning',
  '--sd-success',
  '--sd-hover',
  '--sd-chart-axis',
  '--sd-chart-grid',
  ...Array.from({ length: 10 }, (_, index) => `--sd-chart-${index + 1}`),
  '--sd-font-sans',
  '--sd-font-mono',
  '--sd-radius-sm',
]

/** As `element` has them: a widget can have a background of its own. */
export function lookOf(element: Element): WidgetLook {
  const style = getComputedStyle(element)
  return {
    // Frames of another scheme than the element around them aren't transparent.
    scheme: style.colorScheme || 'normal',
    variables: Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name).trim()])),
  }
}
