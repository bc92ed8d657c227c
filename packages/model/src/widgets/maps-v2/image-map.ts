/** `maps_v2.image_map`: latest positions of entities on a picture, such as a floor plan. */

import {
  circleSettings,
  clusterSettings,
  labelSettings,
  markerSettings,
  polygonSettings,
  tooltipSettings,
  viewSettings,
} from '../map-parts.ts'
import { faint } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import { noSettings, settingsOf, text } from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'

const position = { group: 'Position' }

const settings = settingsOf({
  mapImageUrl: text('Picture', '', { control: 'image', group: 'Picture' }),
  imageEntityAlias: text('Picture from an entity: alias', '', {
    group: 'Picture',
    description: 'Live from an attribute of its first entity. Empty: the picture above',
  }),
  imageUrlAttribute: text('Attribute with the picture', '', {
    group: 'Picture',
    description: 'A data URL, or the path of a file of this server',
    condition: "model.imageEntityAlias !== ''",
  }),
  xPosKeyName: text('Key of the horizontal position, 0 to 1', 'xPos', position),
  yPosKeyName: text('Key of the vertical position, 0 to 1', 'yPos', position),
  posFunction: text('Position function: f(origXPos, origYPos), returns { x, y }', '', {
    control: 'javascript',
    ...position,
  }),
  ...viewSettings,
  ...labelSettings,
  ...tooltipSettings(`<b>\${entityName}</b><br/><br/><b>X:</b> \${xPos:2}<br/><b>Y:</b> \${yPos:2}`),
  ...markerSettings,
  ...polygonSettings,
  ...circleSettings,
  ...clusterSettings,
})

export const readImageMap = settingsReader(settings)

export const types: readonly SystemWidgetType[] = [
  {
    alias: 'image_map',
    name: 'Image map',
    description: 'Markers, areas and circles on a picture, such as a floor plan',
    picture: `<path d="M12 10h72v44H12zM12 34h30M42 10v14M42 34v20M64 54V32h20" ${faint} stroke-linejoin="round"/><circle cx="26" cy="22" r="4"/><circle cx="66" cy="22" r="4"/>`,
    kind: 'latest',
    size: [8.5, 6.5],
    order: 4,
    settings,
    keySettings: noSettings,
  },
]
