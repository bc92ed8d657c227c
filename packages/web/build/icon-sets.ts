/**
 * The icons that dashboards name: Google's Material icons (`more_horiz`) and those of MDI (`mdi:thermometer`), both under
 * the Apache licence 2.0, from the packages that keep them as data, former names included. Shapes become paths, so that
 * the page draws them without markup.
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { commonIcons } from '../src/ui/icon-picker/common-icons.ts'
import type { IconNames, IconPath, IconShape } from '../src/ui/icon-picker/icon-shape.ts'
import { formerMaterialNames } from './former-material-names.ts'

interface IconData {
  readonly icons: Readonly<Record<string, { readonly body: string; readonly hidden?: boolean }>>
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>
}

export interface IconSets {
  /** By name, in the order of the alphabet. Of a former name: `=` and the present one. */
  readonly shapes: ReadonlyMap<string, IconShape>
  readonly common: Readonly<Record<string, IconShape>>
  readonly names: IconNames
}

const require = createRequire(import.meta.url)
const read = (file: string): IconData => JSON.parse(readFileSync(file, 'utf8'))

const filled = 'baseline-'
const prefix = 'mdi:'

const inOrder = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Throws when a package does not hold what is expected of it. */
export function readIconSets(): IconSets {
  const material = read(require.resolve('@iconify-json/ic/icons.json'))
  const mdi = read(require.resolve('@iconify-json/mdi/icons.json'))

  function shapeIn(set: IconData, name: string): IconShape {
    const body = set.icons[name]?.body
    if (body === undefined) throw new Error(`The icons have no "${name}".`)
    return shapeOfBody(body)
  }

  const shapes = new Map<string, IconShape>()
  for (const name of Object.keys(material.icons)) {
    if (name.startsWith(filled)) shapes.set(name.slice(filled.length).replaceAll('-', '_'), shapeIn(material, name))
  }
  for (const [name, drawn] of Object.entries(formerMaterialNames)) {
    shapes.set(name, drawn.startsWith(prefix) ? shapeIn(mdi, drawn.slice(prefix.length)) : shapeIn(material, drawn))
  }
  const materialNames = [...shapes.keys()].sort(inOrder)

  const aliases = Object.entries(mdi.aliases ?? {})
  const namesOf = new Map<string, string[]>()
  // Those that are hidden left the set: still drawn, no longer offered.
  for (const [name, { hidden }] of Object.entries(mdi.icons)) {
    shapes.set(prefix + name, shapeIn(mdi, name))
    if (!hidden) namesOf.set(name, [name])
  }
  for (const [name, { parent }] of aliases) {
    if (!shapes.has(prefix + parent)) throw new Error(`The icons have no "${prefix + parent}", once "${name}".`)
    shapes.set(prefix + name, `=${prefix}${parent}`)
    namesOf.get(parent)?.push(name)
  }

  const shapeOf = (name: string): IconShape => {
    const shape = shapes.get(name)
    if (shape === undefined) throw new Error(`The icons have no "${name}".`)
    return shape
  }
  return {
    shapes: new Map([...shapes].sort(([one], [other]) => inOrder(one, other))),
    common: Object.fromEntries(commonIcons.map((name) => [name, shapeOf(name)])),
    names: {
      material: materialNames.join(' '),
      mdi: [...namesOf.keys()]
        .sort(inOrder)
        .map((name) => namesOf.get(name)?.join(';'))
        .join(' '),
    },
  }
}

const element = /<(path|circle|ellipse)((?: [\w-]+="[^"]*")*)\s*\/>/g

/** Of the inside of an `<svg>`. Throws for what it does not know. */
export function shapeOfBody(body: string): IconShape {
  const rest = body.replaceAll(element, '').replaceAll(/<\/?g(?: fill="currentColor")?>/g, '')
  if (rest.trim() !== '') throw new Error(`An icon holds something unknown: ${rest.slice(0, 100)}`)
  const paths = [...body.matchAll(element)].map(([, kind = '', text = '']) =>
    pathOf(kind, Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]))),
  )
  const [only] = paths
  return only && paths.length === 1 && Object.keys(only).length === 1 ? only.d : paths
}

function pathOf(kind: string, given: Readonly<Record<string, string>>): IconPath {
  const d = kind === 'path' ? given.d : ellipse(given)
  if (!d) throw new Error(`An icon has a ${kind} without a line.`)
  return {
    d,
    ...(given['fill-opacity'] && { fillOpacity: Number(given['fill-opacity']) }),
    ...(given['fill-rule'] === 'evenodd' && { fillRule: 'evenodd' }),
  }
}

function ellipse(given: Readonly<Record<string, string>>): string {
  const rx = Number(given.rx ?? given.r)
  const ry = Number(given.ry ?? given.r)
  const half = `a${rx} ${ry} 0 1 0`
  return `M${Number(given.cx) - rx} ${given.cy}${half} ${2 * rx} 0${half} ${-2 * rx} 0Z`
}
