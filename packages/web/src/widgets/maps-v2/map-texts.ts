/**
 * How markers and shapes look: labels, tooltips, colors and images from the settings. The only place that would call
 * functions of the settings; patterns and fixed values stand in for them.
 */

import { fillPattern, type PatternData } from '@sonde/model/dashboards/text-patterns'
import type { MapValues } from '@sonde/model/widgets/maps-v2/maps'
import { cssColor } from '../../dashboards/widget-api.ts'
import type { MapItem } from './map-data.ts'
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
  | 'markerOffsetX'
  | 'markerOffsetY'
>

export function markerOf(item: MapItem, settings: MarkerSettings, isClickable: boolean): Omit<SceneMarker, 'at'> {
  const label = settings.showLabel ? labelText(settings.label, item.data) : ''
  return {
    id: item.id,
    name: label || item.entity.label || item.entity.name,
    label,
    color: cssColor(settings.color),
    image: imageOf(settings),
    anchor: [settings.markerOffsetX, settings.markerOffsetY],
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

export function polygonShape(item: MapItem, settings: PolygonSettings, isClickable: boolean): SceneShape | null {
  if (!settings.showPolygon || !item.polygon) return null
  return {
    id: polygonPrefix + item.id,
    form: { kind: 'polygon', rings: item.polygon },
    name: item.entity.label || item.entity.name,
    label: settings.showPolygonLabel ? labelText(settings.polygonLabel, item.data) : '',
    stroke: cssColor(settings.polygonStrokeColor) ?? cssColor(settings.polygonColor),
    fill: cssColor(settings.polygonColor),
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

export function circleShape(item: MapItem, settings: CircleSettings, isClickable: boolean): SceneShape | null {
  if (!settings.showCircle || !item.circle) return null
  return {
    id: circlePrefix + item.id,
    form: { kind: 'circle', ...item.circle },
    name: item.entity.label || item.entity.name,
    label: settings.showCircleLabel ? labelText(settings.circleLabel, item.data) : '',
    stroke: cssColor(settings.circleStrokeColor) ?? cssColor(settings.circleFillColor),
    fill: cssColor(settings.circleFillColor),
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
