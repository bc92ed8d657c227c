/**
 * Report of a check in plain text. Of many similar findings, only the first ones are listed and the rest are counted.
 */

import type { CheckReport } from '../storage/store-maintenance.ts'
import { countText, manyText } from './amounts.ts'

const listedMax = 20

export interface Report extends CheckReport {
  readonly damage: number
  lines(): string[]
}

export function createReport(): Report {
  const kinds = new Map<string, { listed: string[]; count: number }>()
  const looks: string[] = []
  let damage = 0
  return {
    found(kind, what) {
      const existing = kinds.get(kind) ?? { listed: [], count: 0 }
      kinds.set(kind, existing)
      existing.count++
      damage++
      if (existing.listed.length < listedMax) existing.listed.push(what)
    },
    looked(count, one, many) {
      looks.push(manyText(count, one, many))
    },
    get damage() {
      return damage
    },
    lines() {
      const lines = [`Checked ${looks.join(', ')}.`]
      for (const [kind, { listed, count }] of kinds) {
        lines.push(`${kind}:`, ...listed.map((each) => `  ${each}`))
        if (count > listed.length) lines.push(`  … and ${countText(count - listed.length)} more`)
      }
      return lines
    },
  }
}
