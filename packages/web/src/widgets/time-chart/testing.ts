/** Parts of a chart's model that most tests don't vary. */

import type { ChartDeps } from './chart-model.ts'

export const chartParts: Pick<ChartDeps, 'latest' | 'nowMs' | 'wordOf' | 'otherWord'> = {
  latest: [],
  nowMs: Number.MAX_SAFE_INTEGER,
  wordOf: (figure, isBoolean) => (isBoolean ? (figure === 1 ? 'Yes' : 'No') : String(figure)),
  otherWord: 'Other',
}
