/** `cards.simple_card`: one value in large digits. The settings of its sparkline are extensions of Sonde. */

import { faint } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import { choice, flag, noSettings, number, settingsOf } from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'
import { oneValue } from '../type-parameters.ts'

const hourMs = 3_600_000

const settings = settingsOf({
  labelPosition: choice('Label position', 'top', { left: 'Left', top: 'Top' }),
  sparkline: flag('Show trend line', true),
  sparklineMs: number('Trend period', hourMs, { unit: 'ms', minimum: 60_000, maximum: 31 * 24 * hourMs }),
})

export const readSimpleCard = settingsReader(settings)

export const types: readonly SystemWidgetType[] = [
  {
    alias: 'simple_card',
    name: 'Simple card',
    description: 'One large value with a trend line',
    picture: `<rect x="10" y="8" width="76" height="48" rx="6" ${faint}/><path d="M20 22h24M20 42h44" stroke-width="6"/>`,
    kind: 'latest',
    size: [5, 3],
    order: 1,
    settings,
    keySettings: noSettings,
    parameters: oneValue,
    config: { showTitle: false },
  },
]
