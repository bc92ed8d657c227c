/** Pictures of the system's bundles and types: small drawings as data URLs. */

const drawing = (lines: string): string => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 64" fill="none" stroke="#1f6f78" stroke-width="4" stroke-linecap="round">${lines}</svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

const faint = 'stroke="#c4d3d6"'

export const images = {
  chart: drawing(
    `<path d="M12 8v46h74" ${faint}/><path d="M16 44l14-14 12 8 16-22 12 12 14-10" stroke-linejoin="round"/>`,
  ),
  card: drawing(
    `<rect x="10" y="8" width="76" height="48" rx="6" ${faint}/><path d="M20 22h24M20 42h44" stroke-width="6"/>`,
  ),
  attributes: drawing(
    `<rect x="10" y="8" width="76" height="48" rx="6" ${faint}/><path d="M20 22h20M20 34h16M20 46h22"/><path d="M58 22h18M58 34h18M58 46h18" ${faint}/>`,
  ),
  table: drawing(
    `<rect x="10" y="8" width="76" height="48" rx="6" ${faint}/><path d="M10 22h76"/><path d="M10 34h76M10 45h76M36 8v48M62 8v48" ${faint} stroke-width="2"/>`,
  ),
  arc: drawing(
    `<path d="M14 52a34 34 0 0 1 68 0" ${faint} stroke-width="9"/><path d="M14 52a34 34 0 0 1 46-32" stroke-width="9"/>`,
  ),
  donut: drawing(
    `<circle cx="48" cy="32" r="23" ${faint} stroke-width="9"/><path d="M48 9a23 23 0 1 1-22 30" stroke-width="9"/>`,
  ),
  horizontalBar: drawing(`<path d="M14 34h68" ${faint} stroke-width="11"/><path d="M14 34h40" stroke-width="11"/>`),
  verticalBar: drawing(`<path d="M48 56V8" ${faint} stroke-width="11"/><path d="M48 56V30" stroke-width="11"/>`),
} as const
