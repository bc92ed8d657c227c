/**
 * How trips look: marker, line, points and tooltip from the settings. The only place that would call functions of their
 * settings; patterns and fixed values stand in for them.
 */

import { escapeHtml, fillPattern } from '@sonde/model/dashboards/text-patterns'
import type { TripValues } from '@sonde/model/widgets/maps-v2/trips'
import { cssColor } from '../../dashboards/widget-api.ts'
import { distanceOf, type LineSymbols } from './line-symbols.ts'
import type { MapItem } from './map-data.ts'
import type { SceneMarker, SceneShape } from './map-scene.ts'
import { labelText, withActs } from './map-texts.ts'
import type { Trip, TripPoint } from './trips.ts'

export const tripLabel = (item: MapItem, settings: TripValues): string =>
  settings.showLabel ? labelText(settings.label, item.data) : ''

export function tripMarker(item: MapItem, bearing: number, settings: TripValues): Omit<SceneMarker, 'at'> {
  const label = tripLabel(item, settings)
  const hasImage = settings.markerImage.trim() !== ''
  return {
    id: item.id,
    name: label || item.entity.label || item.entity.name,
    label,
    color: cssColor(settings.color),
    image: hasImage ? { url: settings.markerImage, size: settings.markerImageSize } : null,
    anchor: [0.5, 0.5],
    // Images of vehicles look to the right; the arrow looks up.
    heading: settings.rotationAngle + bearing - (hasImage ? 90 : 0),
    opensBy: null,
    isClickable: true,
  }
}

export const tripLine = ({ entity, points }: Trip, settings: TripValues): SceneShape => ({
  id: `trip ${entity.id.id}`,
  form: { kind: 'line', points: points.map(({ at }) => at) },
  name: entity.name,
  label: '',
  stroke: cssColor(settings.color),
  fill: null,
  strokeWeight: settings.strokeWeight,
  strokeOpacity: settings.strokeOpacity,
  fillOpacity: 0,
  opensBy: null,
  isClickable: false,
  ...(settings.usePolylineDecorator && { symbols: symbolsOf(settings) }),
})

const symbolsOf = (settings: TripValues): LineSymbols => ({
  kind: settings.decoratorSymbol,
  size: settings.decoratorSymbolSize,
  color: settings.useDecoratorCustomColor ? cssColor(settings.decoratorCustomColor) : null,
  offset: distanceOf(settings.decoratorOffset, { px: 0 }),
  endOffset: distanceOf(settings.endDecoratorOffset, { px: 0 }),
  repeat: distanceOf(settings.decoratorRepeat, { px: 20 }),
})

/** ID of a point's shape. */
export const pointId = (entityId: string, ms: number): string => `point ${ms} ${entityId}`
export function pointOf(id: string): { readonly ms: number; readonly entityId: string } | null {
  const [, ms, entityId] = /^point (\d+) (.+)$/.exec(id) ?? []
  return ms && entityId ? { ms: Number(ms), entityId } : null
}

export const tripPoint = ({ entity }: Trip, { ms, at }: TripPoint, name: string, settings: TripValues): SceneShape => ({
  id: pointId(entity.id.id, ms),
  form: { kind: 'point', at, radius: settings.pointSize },
  name,
  label: '',
  stroke: cssColor(settings.pointColor) ?? cssColor(settings.color),
  fill: null,
  strokeWeight: 1,
  strokeOpacity: 1,
  fillOpacity: 0.6,
  opensBy: settings.pointTooltipOnRightPanel ? null : 'click',
  isClickable: true,
})

export const tripTooltip = (item: MapItem, settings: TripValues): string =>
  fillPattern(withActs(settings.tooltipPattern), item.data, { encode: escapeHtml })
