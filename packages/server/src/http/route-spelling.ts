/**
 * Whether a path spells a route as it is written. The router decodes percent signs first, so `/%6detrics` would reach
 * `/metrics` and pass every rule that a proxy in front has for it.
 */

/** `pattern` as the router has it: `/api/device/:id`, `/assets/*`. Only what stands for a value may be encoded. */
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
