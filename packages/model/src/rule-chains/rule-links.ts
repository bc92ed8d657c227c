/** Validation of a chain's links, used by the server to reject and by the editor to warn. */

export interface Link {
  readonly fromIndex: number
  readonly toIndex: number
}

/**
 * Nodes of a cycle, in order; null if there is none. A node linked to itself is a cycle of one. `links` must refer to
 * indexes below `nodeCount`.
 */
export function findCycle(nodeCount: number, links: readonly Link[]): number[] | null {
  const targets = Array.from({ length: nodeCount }, (): number[] => [])
  for (const { fromIndex, toIndex } of links) targets[fromIndex]?.push(toIndex)
  const isDone = new Uint8Array(nodeCount)
  const placeInPath = new Int32Array(nodeCount).fill(-1)

  for (let start = 0; start < nodeCount; start++) {
    if (isDone[start]) continue
    const path = [{ node: start, next: 0 }]
    placeInPath[start] = 0
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const target = targets[top.node]?.[top.next++]
      if (target === undefined) {
        isDone[top.node] = 1
        placeInPath[top.node] = -1
        path.pop()
        continue
      }
      const place = placeInPath[target] as number
      if (place >= 0) return path.slice(place).map(({ node }) => node)
      if (isDone[target]) continue
      placeInPath[target] = path.length
      path.push({ node: target, next: 0 })
    }
  }
  return null
}
