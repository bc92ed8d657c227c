/** `cards.simple_card`: one value in large figures. The settings of its sparkline are Sonde's own. */

import { faint } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import { choice, flag, noSettings, number, settingsOf } from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'

const hourMs = 3_600_000

const settings = settingsOf({
  labelPosition: choice('Place of the label', 'top', { left: 'Left', top: 'Top' }),
  sparkline: flag('Show the recent past', true),
  sparklineMs: number('How far back', hourMs, { unit: 'ms', minimum: 60_000, maximum: 31 * 24 * hourMs }),
})

export const readSimpleCard = settingsReader(settings)

export const types: readonly SystemWidgetType[] = [
  {
    alias: 'simple_card',
    name: 'Simple card',
    description: 'One value in large figures, with its recent past as a small line',
    picture: `<rect x="10" y="8" width="76" height="48" rx="6" ${faint}/><path d="M20 22h24M20 42h44" stroke-width="6"/>`,
    kind: 'latest',
    size: [5, 3],
    order: 1,
    settings,
    keySettings: noSettings,
    config: { showTitle: false },
  },
]
