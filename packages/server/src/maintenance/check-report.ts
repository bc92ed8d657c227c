/** What a check found, in plain words; many of one kind are counted, not listed. */

import { countText, manyText } from './amounts.ts'

const listedMax = 20

export interface CheckReport {
  /** Something is not as it has to be. */
  found(kind: string, what: string): void
  /** So many of these were looked at. */
  looked(count: number, one: string, many?: string): void
  readonly damage: number
  lines(): string[]
}

export function createCheckReport(): CheckReport {
  const kinds = new Map<string, { listed: string[]; count: number }>()
  const looks: string[] = []
  let damage = 0
  return {
    found(kind, what) {
      const known = kinds.get(kind) ?? { listed: [], count: 0 }
      kinds.set(kind, known)
      known.count++
      damage++
      if (known.listed.length < listedMax) known.listed.push(what)
    },
    looked(count, one, many) {
      looks.push(manyText(count, one, many))
    },
    get damage() {
      return damage
    },
    lines() {
      const lines = [`Looked at ${looks.join(', ')}.`]
      for (const [kind, { listed, count }] of kinds) {
        lines.push(`${kind}:`, ...listed.map((each) => `  ${each}`))
        if (count > listed.length) lines.push(`  … and ${countText(count - listed.length)} more`)
      }
      return lines
    },
  }
}
