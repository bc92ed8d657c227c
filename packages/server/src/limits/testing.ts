/** Limits for tests of other features: the defaults, or the given values. */

import { limits as definitions, type LimitValues } from '@sonde/model/limits/limits'
import { LimitReached, type Limits } from './limits.ts'
import { newPeak } from './peaks.ts'

export function testLimits(values: LimitValues = {}): Limits {
  const of: Limits['of'] = (_, key) => values[key] ?? definitions[key].default
  return {
    of,
    count() {},
    rejected: (_, key) => key,
    reject(_, key) {
      throw new LimitReached(key, key)
    },
    measure() {},
    peaksOf: () => newPeak,
    used: () => null,
    rejectionsOf: () => undefined,
  }
}
