/** Images of the system's bundles and types as data URLs. */

/** `lines` is SVG content for 96 × 64, drawn with strokes. */
export function widgetImage(lines: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 64" fill="none" stroke="#1f6f78" stroke-width="4" stroke-linecap="round">${lines}</svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
