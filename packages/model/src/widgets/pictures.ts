/** Shared parts of the pictures of several widget types. */

/** Stroke of background elements. */
export const faint = 'stroke="#c4d3d6"'

export const tablePicture = `<rect x="10" y="8" width="76" height="48" rx="6" ${faint}/><path d="M10 22h76"/><path d="M10 34h76M10 45h76M36 8v48M62 8v48" ${faint} stroke-width="2"/>`
