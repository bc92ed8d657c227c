/** How markers and shapes look: labels, tooltips, colors and images from the settings and their functions. */

import { fillPattern, type PatternData } from '@sonde/model/dashboards/text-patterns'
import type { MapValues } from '@sonde/model/widgets/maps-v2/maps'
import type { MapItem } from './map-data.ts'
import type { ItemFunctions } from './map-functions.ts'
import type { MarkerImage, SceneMarker, SceneShape } from './map-scene.ts'

export type Translate = (key: string) => string | undefined

const markup = /<[^>]*>/g
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
}

/** A label is text: tags of the pattern are left out. What is filled in is shown as it is. */
export const labelText = (pattern: string, data: PatternData): string =>
  fillPattern(
    pattern.replace(markup, ' ').replace(/&\w+;/g, (name) => entities[name] ?? name),
    data,
    { encode: (text) => text },
  )
    .replace(/\s+/g, ' ')
    .trim()

type MarkerSettings = Pick<
  MapValues,
  | 'showLabel'
  | 'label'
  | 'showTooltip'
  | 'showTooltipAction'
  | 'color'
  | 'markerImage'
  | 'markerImageSize'
  | 'markerImages'
  | 'markerOffsetX'
  | 'markerOffsetY'
>

export function markerOf(
  item: MapItem,
  settings: MarkerSettings,
  made: ItemFunctions,
  isClickable: boolean,
): Omit<SceneMarker, 'at'> {
  const label = settings.showLabel ? labelText(made.pattern('labelFunction', item, settings.label), item.data) : ''
  const anchor = [settings.markerOffsetX, settings.markerOffsetY] as const
  return {
    id: item.id,
    name: label || item.entity.label || item.entity.name,
    label,
    color: made.color('colorFunction', item, settings.color),
    ...made.image(item, { image: imageOf(settings), anchor }, settings.markerImages),
    heading: null,
    opensBy: settings.showTooltip ? settings.showTooltipAction : null,
    isClickable,
  }
}

const imageOf = ({ markerImage, markerImageSize }: MarkerSettings): MarkerImage | null =>
  markerImage.trim() === '' ? null : { url: markerImage, size: markerImageSize }

/** Prefixes of the IDs of shapes; markers have the entity's. */
export const polygonPrefix = 'polygon '
export const circlePrefix = 'circle '

type PolygonSettings = Pick<
  MapValues,
  | 'showPolygon'
  | 'showPolygonLabel'
  | 'polygonLabel'
  | 'polygonColor'
  | 'polygonOpacity'
  | 'polygonStrokeColor'
  | 'polygonStrokeOpacity'
  | 'polygonStrokeWeight'
  | 'showPolygonTooltip'
  | 'showPolygonTooltipAction'
>

export function polygonShape(
  item: MapItem,
  settings: PolygonSettings,
  made: ItemFunctions,
  isClickable: boolean,
): SceneShape | null {
  if (!settings.showPolygon || !item.polygon) return null
  const fill = made.color('polygonColorFunction', item, settings.polygonColor)
  return {
    id: polygonPrefix + item.id,
    form: { kind: 'polygon', rings: item.polygon },
    name: item.entity.label || item.entity.name,
    label: settings.showPolygonLabel
      ? labelText(made.pattern('polygonLabelFunction', item, settings.polygonLabel), item.data)
      : '',
    stroke: made.color('polygonStrokeColorFunction', item, settings.polygonStrokeColor) ?? fill,
    fill,
    strokeWeight: settings.polygonStrokeWeight,
    strokeOpacity: settings.polygonStrokeOpacity,
    fillOpacity: settings.polygonOpacity,
    opensBy: settings.showPolygonTooltip ? settings.showPolygonTooltipAction : null,
    isClickable,
  }
}

type CircleSettings = Pick<
  MapValues,
  | 'showCircle'
  | 'showCircleLabel'
  | 'circleLabel'
  | 'circleFillColor'
  | 'circleFillColorOpacity'
  | 'circleStrokeColor'
  | 'circleStrokeOpacity'
  | 'circleStrokeWeight'
  | 'showCircleTooltip'
  | 'showCircleTooltipAction'
>

export function circleShape(
  item: MapItem,
  settings: CircleSettings,
  made: ItemFunctions,
  isClickable: boolean,
): SceneShape | null {
  if (!settings.showCircle || !item.circle) return null
  const fill = made.color('circleFillColorFunction', item, settings.circleFillColor)
  return {
    id: circlePrefix + item.id,
    form: { kind: 'circle', ...item.circle },
    name: item.entity.label || item.entity.name,
    label: settings.showCircleLabel
      ? labelText(made.pattern('circleLabelFunction', item, settings.circleLabel), item.data)
      : '',
    stroke: made.color('circleStrokeColorFunction', item, settings.circleStrokeColor) ?? fill,
    fill,
    strokeWeight: settings.circleStrokeWeight,
    strokeOpacity: settings.circleStrokeOpacity,
    fillOpacity: settings.circleFillColorOpacity,
    opensBy: settings.showCircleTooltip ? settings.showCircleTooltipAction : null,
    isClickable,
  }
}

const actTag = /<(link|button)-act\b([^>]*)>([\s\S]*?)<\/\1-act>/gi
const nameAttribute = /\bname\s*=\s*(?:"([^"]*)"|'([^']*)')/i

/** ID of the element that runs a tooltip action. */
export const actId = (name: string): string => `tooltip-action ${name}`

/** `<link-act name="…">` and `<button-act>` become a link and a button with the action's ID. */
export const withActs = (pattern: string): string =>
  pattern.replace(actTag, (_, kind: string, attributes: string, content: string) => {
    const [, double, single] = nameAttribute.exec(attributes) ?? []
    const id = actId(double ?? single ?? '').replaceAll('"', '&quot;')
    return kind.toLowerCase() === 'link'
      ? `<a href="#" id="${id}">${content}</a>`
      : `<button id="${id}">${content}</button>`
  })
