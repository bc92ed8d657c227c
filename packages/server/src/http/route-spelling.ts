/**
 * Checks that a path spells a route literally. The router decodes percent encoding first, so `/%6detrics` would reach
 * `/metrics` and bypass the rules of a proxy in front.
 */

/** `pattern` is in the router's syntax: `/api/device/:id`, `/assets/*`. Only parameters may be percent-encoded. */
export function spellsRoute(pattern: string, url: string): boolean {
  const [path = ''] = url.split(/[?#]/, 1)
  if (!path.includes('%')) return true
  const given = path.split('/')
  for (const [i, step] of pattern.split('/').entries()) {
    if (step.includes('*')) return true
    if (!step.includes(':') && step !== given[i]) return false
  }
  return true
}
