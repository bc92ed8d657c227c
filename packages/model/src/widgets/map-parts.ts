/** Settings that several types of maps have. */

import { choice, color, flag, list, maybeNumber, number, text, wholeNumber } from './settings-schema.ts'

const positionGroup = 'Position'
const markerGroup = 'Markers'
const tooltipGroup = 'Tooltip'
const polygonGroup = 'Areas'
const circleGroup = 'Circles'
const clusterGroup = 'Clusters'

const patternHelp = `\${label} = value, \${label:1} = with one decimal, \${entityName} = name of the entity`
const clickOrHover = { click: 'Click', hover: 'Pointer or focus' }
const share = { minimum: 0, maximum: 1 }

/** Body of a function that is used with the flag of this name. */
const itemFunction = (title: string, flagName: string, group: string, args = 'data, dsData, dsIndex') =>
  text(`${title}: f(${args})`, '', { control: 'javascript', group, condition: `model.${flagName} === true` })

/** Which map is drawn. All providers of maps show the same tiles: those of the server, or the built-in outline. */
export const providerSettings = {
  provider: text(),
  mapProvider: text(undefined, 'OpenStreetMap.Mapnik'),
  useCustomProvider: flag('Own tiles', false, {
    group: 'Map',
    description: 'Only from hosts that the server allows. Otherwise its tiles, or the built-in outline',
  }),
  customProviderTileUrl: text('Tile URL', '', {
    group: 'Map',
    description: 'With {z}, {x} and {y}',
    condition: 'model.useCustomProvider === true',
  }),
}

export const viewSettings = {
  fitMapBounds: flag('Show all markers', true, { group: positionGroup }),
  defaultZoomLevel: maybeNumber('Zoom level', { minimum: 0, maximum: 20, group: positionGroup }),
  useDefaultCenterPosition: flag('Fixed center', false, { group: positionGroup }),
  defaultCenterPosition: text('Center', '0,0', { group: positionGroup, description: 'Latitude and longitude' }),
  disableScrollZooming: flag('Don’t zoom with the mouse wheel', false, { group: positionGroup }),
  disableZoomControl: flag('Hide the zoom buttons', false, { group: positionGroup }),
  mapPageSize: wholeNumber('Most entities', 16384, { minimum: 1, maximum: 100_000, group: positionGroup }),
}

export const coordinateSettings = {
  latKeyName: text('Latitude key', 'latitude', { group: positionGroup }),
  lngKeyName: text('Longitude key', 'longitude', { group: positionGroup }),
}

export const labelSettings = {
  showLabel: flag('Show labels', true, { group: markerGroup }),
  label: text('Label', `\${entityName}`, { group: markerGroup, description: patternHelp }),
  useLabelFunction: flag('Label by a function', false, { group: markerGroup }),
  labelFunction: itemFunction('Label function', 'useLabelFunction', markerGroup),
}

export const tooltipPatternDefault = `<b>\${entityName}</b><br/><br/><b>Latitude:</b> \${latitude:7}<br/><b>Longitude:</b> \${longitude:7}`

export const tooltipSettings = (pattern: string) => ({
  showTooltip: flag('Show tooltips', true, { group: tooltipGroup }),
  showTooltipAction: choice('Open with', 'click', clickOrHover, { group: tooltipGroup }),
  autocloseTooltip: flag('Close with the next one', true, { group: tooltipGroup }),
  tooltipPattern: text('Tooltip', pattern, {
    control: 'html',
    group: tooltipGroup,
    description: `${patternHelp}. <link-act name="…"> runs the tooltip action with this name`,
  }),
  useTooltipFunction: flag('Tooltip by a function', false, { group: tooltipGroup }),
  tooltipFunction: itemFunction('Tooltip function', 'useTooltipFunction', tooltipGroup),
})

export const markerSettings = {
  color: color('Color', { group: markerGroup }),
  useColorFunction: flag('Color by a function', false, { group: markerGroup }),
  colorFunction: itemFunction('Color function', 'useColorFunction', markerGroup),
  markerImage: text('Image', '', { control: 'image', group: markerGroup }),
  markerImageSize: number('Image size', 34, { unit: 'px', minimum: 1, maximum: 500, group: markerGroup }),
  markerImages: list('Images that the function may return', text('Image', '', { control: 'image' }), {
    group: markerGroup,
    condition: 'model.useMarkerImageFunction === true',
  }),
  useMarkerImageFunction: flag('Image by a function', false, { group: markerGroup }),
  markerImageFunction: itemFunction(
    'Image function',
    'useMarkerImageFunction',
    markerGroup,
    'data, images, dsData, dsIndex',
  ),
  markerOffsetX: number('Anchor, from the left', 0.5, { minimum: -5, maximum: 5, group: markerGroup }),
  markerOffsetY: number('Anchor, from the top', 1, { minimum: -5, maximum: 5, group: markerGroup }),
  tooltipOffsetX: number(undefined, 0, { minimum: -5, maximum: 5 }),
  tooltipOffsetY: number(undefined, -1, { minimum: -5, maximum: 5 }),
}

export const polygonSettings = {
  showPolygon: flag('Show areas', false, { group: polygonGroup }),
  polygonKeyName: text('Key of the area', 'perimeter', {
    group: polygonGroup,
    description: 'JSON: a list of [latitude, longitude]',
  }),
  polKeyName: text(),
  showPolygonLabel: flag('Show labels of areas', false, { group: polygonGroup }),
  polygonLabel: text('Label', `\${entityName}`, { group: polygonGroup }),
  usePolygonLabelFunction: flag('Label by a function', false, { group: polygonGroup }),
  polygonLabelFunction: itemFunction('Label function', 'usePolygonLabelFunction', polygonGroup),
  polygonColor: color('Fill color', { group: polygonGroup }),
  usePolygonColorFunction: flag('Fill color by a function', false, { group: polygonGroup }),
  polygonColorFunction: itemFunction('Fill color function', 'usePolygonColorFunction', polygonGroup),
  polygonOpacity: number('Fill opacity', 0.2, { ...share, group: polygonGroup }),
  polygonStrokeColor: color('Stroke color', { group: polygonGroup }),
  usePolygonStrokeColorFunction: flag('Stroke color by a function', false, { group: polygonGroup }),
  polygonStrokeColorFunction: itemFunction('Stroke color function', 'usePolygonStrokeColorFunction', polygonGroup),
  polygonStrokeOpacity: number('Stroke opacity', 1, { ...share, group: polygonGroup }),
  polygonStrokeWeight: number('Stroke width', 3, { unit: 'px', minimum: 0, maximum: 50, group: polygonGroup }),
  showPolygonTooltip: flag('Show tooltips of areas', false, { group: polygonGroup }),
  showPolygonTooltipAction: choice('Open with', 'click', clickOrHover, { group: polygonGroup }),
  autoClosePolygonTooltip: flag('Close with the next one', true, { group: polygonGroup }),
  polygonTooltipPattern: text('Tooltip', `<b>\${entityName}</b>`, { control: 'html', group: polygonGroup }),
  usePolygonTooltipFunction: flag('Tooltip by a function', false, { group: polygonGroup }),
  polygonTooltipFunction: itemFunction('Tooltip function', 'usePolygonTooltipFunction', polygonGroup),
}

export const circleSettings = {
  showCircle: flag('Show circles', false, { group: circleGroup }),
  circleKeyName: text('Key of the circle', 'perimeter', {
    group: circleGroup,
    description: 'JSON with latitude, longitude and radius in meters',
  }),
  showCircleLabel: flag('Show labels of circles', false, { group: circleGroup }),
  circleLabel: text('Label', `\${entityName}`, { group: circleGroup }),
  useCircleLabelFunction: flag('Label by a function', false, { group: circleGroup }),
  circleLabelFunction: itemFunction('Label function', 'useCircleLabelFunction', circleGroup),
  circleFillColor: color('Fill color', { group: circleGroup }),
  useCircleFillColorFunction: flag('Fill color by a function', false, { group: circleGroup }),
  circleFillColorFunction: itemFunction('Fill color function', 'useCircleFillColorFunction', circleGroup),
  circleFillColorOpacity: number('Fill opacity', 0.2, { ...share, group: circleGroup }),
  circleStrokeColor: color('Stroke color', { group: circleGroup }),
  useCircleStrokeColorFunction: flag('Stroke color by a function', false, { group: circleGroup }),
  circleStrokeColorFunction: itemFunction('Stroke color function', 'useCircleStrokeColorFunction', circleGroup),
  circleStrokeOpacity: number('Stroke opacity', 1, { ...share, group: circleGroup }),
  circleStrokeWeight: number('Stroke width', 3, { unit: 'px', minimum: 0, maximum: 50, group: circleGroup }),
  showCircleTooltip: flag('Show tooltips of circles', false, { group: circleGroup }),
  showCircleTooltipAction: choice('Open with', 'click', clickOrHover, { group: circleGroup }),
  autoCloseCircleTooltip: flag('Close with the next one', true, { group: circleGroup }),
  circleTooltipPattern: text('Tooltip', `<b>\${entityName}</b>`, { control: 'html', group: circleGroup }),
  useCircleTooltipFunction: flag('Tooltip by a function', false, { group: circleGroup }),
  circleTooltipFunction: itemFunction('Tooltip function', 'useCircleTooltipFunction', circleGroup),
}

export const clusterSettings = {
  useClusterMarkers: flag('Cluster markers', false, { group: clusterGroup }),
  zoomOnClick: flag('Zoom in when a cluster is clicked', true, { group: clusterGroup }),
  maxZoom: maybeNumber('No clusters from zoom level', { minimum: 0, maximum: 18, group: clusterGroup }),
  maxClusterRadius: number('Radius', 80, { unit: 'px', minimum: 1, maximum: 1000, group: clusterGroup }),
}

export const lineSettings = {
  strokeWeight: number('Line width', 2, { unit: 'px', minimum: 0, maximum: 50, group: 'Route' }),
  strokeOpacity: number('Line opacity', 1, { ...share, group: 'Route' }),
}
