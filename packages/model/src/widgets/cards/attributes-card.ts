/** `cards.attributes_card`: labels and values of each entity. */

import { faint } from '../pictures.ts'
import { noSettings } from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'

export const types: readonly SystemWidgetType[] = [
  {
    alias: 'attributes_card',
    name: 'Attributes card',
    description: 'Latest values of each entity, one per line',
    picture: `<rect x="10" y="8" width="76" height="48" rx="6" ${faint}/><path d="M20 22h20M20 34h16M20 46h22"/><path d="M58 22h18M58 34h18M58 46h18" ${faint}/>`,
    kind: 'latest',
    size: [7.5, 3],
    order: 2,
    settings: noSettings,
    keySettings: noSettings,
  },
]
