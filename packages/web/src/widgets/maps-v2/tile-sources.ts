/** Where the tiles of a map come from. The page may load images only from the hosts that the server allows. */

import { own } from '@sonde/model/own'
import type { MapValues } from '@sonde/model/widgets/maps-v2/maps'

export interface TileSource {
  /** With `{z}`, `{x}` and `{y}`. */
  readonly url: string
  readonly attribution: readonly Credit[]
}

/** Text under the map; with an address, a link. */
export interface Credit {
  readonly text: string
  readonly href?: string
}

const openStreetMap: Credit = { text: '© OpenStreetMap contributors', href: 'https://www.openstreetmap.org/copyright' }
const carto: Credit = { text: '© CARTO', href: 'https://carto.com/attributions' }
const esri: Credit = { text: 'Tiles © Esri' }
const hot: Credit = { text: 'Humanitarian OpenStreetMap Team', href: 'https://www.hotosm.org/' }

const arcgis = (layer: string) =>
  `https://server.arcgisonline.com/ArcGIS/rest/services/${layer}/MapServer/tile/{z}/{y}/{x}`

/** Names that settings use. */
const known: Readonly<Record<string, TileSource>> = {
  'OpenStreetMap.Mapnik': { url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png', attribution: [openStreetMap] },
  'OpenStreetMap.HOT': {
    url: 'https://{s}.tile.openstreetmap.fr/hot/{z}/{x}/{y}.png',
    attribution: [openStreetMap, hot],
  },
  'Esri.WorldStreetMap': { url: arcgis('World_Street_Map'), attribution: [esri] },
  'Esri.WorldTopoMap': { url: arcgis('World_Topo_Map'), attribution: [esri] },
  'CartoDB.Positron': {
    url: 'https://{s}.basemaps.cartocdn.com/light_all/{z}/{x}/{y}{r}.png',
    attribution: [openStreetMap, carto],
  },
  'CartoDB.DarkMatter': {
    url: 'https://{s}.basemaps.cartocdn.com/dark_all/{z}/{x}/{y}{r}.png',
    attribution: [openStreetMap, carto],
  },
}

const metaName = 'sonde-tiles'

/** URL templates that the server wrote into the page (`SONDE_TILES_URL`); the first one is the default. */
export function allowedTiles(page: ParentNode = document): readonly string[] {
  const content = page.querySelector(`meta[name="${metaName}"]`)?.getAttribute('content') ?? ''
  return content.split(/\s+/).filter((url) => hostOf(url) !== null)
}

/** Origin of a template, with `{s}` as any one name; null if it isn't an address of tiles. */
function hostOf(template: string): string | null {
  if (!['{z}', '{x}', '{y}'].every((part) => template.includes(part))) return null
  const url = URL.parse(template.replaceAll('{s}', 'any-subdomain').replace(/\{\w+\}/g, '0'))
  return url && /^https?:$/.test(url.protocol) ? url.origin : null
}

export type TileSettings = Pick<MapValues, 'mapProvider' | 'useCustomProvider' | 'customProviderTileUrl'>

/** The widget's own tiles if the page may load them, else the server's; null: the map shows the built-in outline. */
export function tileSourceOf(
  settings: TileSettings,
  allowed: readonly string[],
  ownOrigin: string = location.origin,
): TileSource | null {
  const hosts = new Set<string | null>([ownOrigin, ...allowed.map(hostOf)])
  const isAllowed = (url: string): boolean => hostOf(url) !== null && hosts.has(hostOf(url))
  const { mapProvider, useCustomProvider, customProviderTileUrl } = settings
  const custom = customProviderTileUrl.trim()
  const wanted = useCustomProvider
    ? sourceOf(custom.startsWith('/') ? ownOrigin + custom : custom)
    : own(known, mapProvider)
  if (wanted && isAllowed(wanted.url)) return wanted
  const [first] = allowed
  return first === undefined ? null : sourceOf(first)
}

/** With the attribution that the host asks for. */
function sourceOf(url: string): TileSource {
  const host = hostOf(url)
  const attribution = Object.values(known).find((one) => hostOf(one.url) === host)?.attribution
  return { url, attribution: attribution ?? [openStreetMap] }
}
