/**
 * LwM2M resources that are read, observed or stored, and the telemetry key or attribute of each.
 *
 * Resources are named by paths with the object's version, such as `/3_1.0/0/9`: object, instance, resource.
 */

import { wholeNumber } from '../../../device-profiles/whole-number.ts'
import { listOf, type Settings, settingsOf, textOf } from '../../../device-profiles/wire-parts.ts'
import type { Translate } from '../../../locale/texts.ts'
import type { PlaceErrors } from '../../../ui/field/field-places.tsx'
import { tooLong } from '../../../ui/field/text-errors.ts'

export interface ResourceChoice {
  readonly attribute: boolean
  readonly telemetry: boolean
  readonly observe: boolean
  /** Name of the attribute or telemetry key that stores the value. */
  readonly keyName: string
}

/** Conditions for reporting a value: minimum and maximum period in seconds, above, below, step. */
export const limitNames = ['pmin', 'pmax', 'gt', 'lt', 'st'] as const
export type LimitName = (typeof limitNames)[number]

/** Conditions for objects and instances: periods only; the others need a single value (LwM2M core 1.1, 5.1.2). */
const limitsOfMany: readonly LimitName[] = ['pmin', 'pmax']

/** Conditions that can be edited at a path, including invalid stored ones, so that users can remove them. */
export function limitsAt(path: string, stored: Settings): readonly LimitName[] {
  if (partsOfPath(path)) return limitNames
  return limitNames.filter((name) => limitsOfMany.includes(name) || hasLimit(stored, name))
}

const hasLimit = (limits: Settings, name: LimitName): boolean => limits[name] !== undefined

export interface Lwm2mResourcesDraft {
  /** Instances of each object by `{id}_{version}`. */
  readonly instances: Readonly<Record<string, readonly number[]>>
  readonly resources: Readonly<Record<string, ResourceChoice>>
  /** Conditions by path of a resource, instance or object. Other properties, such as `dim`, are preserved. */
  readonly limits: Readonly<Record<string, Settings>>
}

export const instanceMax = 65_535

export const pathOf = (keyId: string, instance: number, resource: number): string => `/${keyId}/${instance}/${resource}`

const unchosen: ResourceChoice = { attribute: false, telemetry: false, observe: false, keyName: '' }

/** Parses the path of a resource; undefined for other paths. */
export function partsOfPath(path: string): { keyId: string; instance: number; resource: number } | undefined {
  const [, keyId, instance, resource] = /^\/(\d+(?:_[\d.]+)?)\/(\d+)\/(\d+)$/.exec(path) ?? []
  if (keyId === undefined) return undefined
  return { keyId, instance: Number(instance), resource: Number(resource) }
}

export function draftOfResources(wire: unknown): Lwm2mResourcesDraft {
  const { observe, attribute, telemetry, keyName, attributeLwm2m } = settingsOf(wire)
  const names = settingsOf(keyName)
  const resources: Record<string, ResourceChoice> = {}
  const instances: Record<string, number[]> = {}
  const mark = (paths: unknown, mark: Partial<ResourceChoice>) => {
    for (const path of listOf(paths)) {
      if (typeof path !== 'string') continue
      resources[path] = { ...(resources[path] ?? { ...unchosen, keyName: textOf(names[path]) }), ...mark }
      const parts = partsOfPath(path)
      if (!parts) continue
      const known = instances[parts.keyId] ?? []
      if (!known.includes(parts.instance)) instances[parts.keyId] = [...known, parts.instance].sort((a, b) => a - b)
    }
  }
  mark(attribute, { attribute: true })
  mark(telemetry, { telemetry: true })
  mark(observe, { observe: true })
  return {
    instances,
    resources,
    limits: Object.fromEntries(
      Object.entries(settingsOf(attributeLwm2m)).map(([path, limits]) => [path, settingsOf(limits)]),
    ),
  }
}

const isChosen = ({ attribute, telemetry }: ResourceChoice) => attribute || telemetry

export function wireOfResources({ resources, limits }: Lwm2mResourcesDraft): Settings {
  const chosen = Object.entries(resources).filter(([, choice]) => isChosen(choice))
  const paths = (mark: 'attribute' | 'telemetry' | 'observe') =>
    chosen.filter(([, choice]) => choice[mark]).map(([path]) => path)
  const retained = new Set(chosen.flatMap(([path]) => pathsAbove(path)))
  return {
    observe: paths('observe'),
    attribute: paths('attribute'),
    telemetry: paths('telemetry'),
    keyName: Object.fromEntries(chosen.map(([path, { keyName }]) => [path, keyName.trim()])),
    attributeLwm2m: Object.fromEntries(
      Object.entries(limits)
        .map(([path, of]) => [path, wireOfLimits(of)] as const)
        .filter(([path, of]) => retained.has(path) && Object.keys(of).length > 0),
    ),
  }
}

/** Paths of the object, instance and resource, such as `/3_1.0`, `/3_1.0/0` and `/3_1.0/0/9`. */
function pathsAbove(path: string): string[] {
  const parts = path.split('/').slice(1)
  return parts.map((_, at) => `/${parts.slice(0, at + 1).join('/')}`)
}

const wireOfLimits = (limits: Settings): Settings =>
  Object.fromEntries(
    Object.entries(limits).flatMap(([name, value]) => {
      if (!limitNames.includes(name as LimitName) || typeof value !== 'string') return [[name, value]]
      return value.trim() === '' ? [] : [[name, Number(value)]]
    }),
  )

export function resourceErrors({ resources, limits }: Lwm2mResourcesDraft, t: Translate): PlaceErrors {
  const fieldErrors: Record<string, string | undefined> = {}
  const retained = new Set<string>()
  for (const [path, choice] of Object.entries(resources)) {
    if (!isChosen(choice)) continue
    const { keyName } = choice
    fieldErrors[`${path}.keyName`] = keyName.trim() === '' ? t('deviceProfiles.keyRequired') : tooLong(keyName, t)
    for (const above of pathsAbove(path)) retained.add(above)
  }
  for (const path of retained) {
    for (const name of limitNames) fieldErrors[`${path}.${name}`] = limitError(name, limits[path]?.[name], t)
  }
  return fieldErrors
}

/** Error of a condition. Numbers are stored values, which are valid; texts are user input. */
function limitError(name: LimitName, value: unknown, t: Translate): string | undefined {
  if (value === undefined || value === '' || typeof value === 'number') return undefined
  const text = textOf(value)
  if (name === 'pmin' || name === 'pmax') {
    return wholeNumber(text, 0) === undefined ? t('deviceProfiles.wholeFrom0') : undefined
  }
  return text.trim() === '' || !Number.isFinite(Number(text)) ? t('deviceProfiles.numberNeeded') : undefined
}

/** Changes a property of a resource. A resource is observed only while it is stored. */
export function withChoice(
  draft: Lwm2mResourcesDraft,
  path: string,
  change: Partial<ResourceChoice>,
  initialName: string,
): Lwm2mResourcesDraft {
  const next = { ...(draft.resources[path] ?? { ...unchosen, keyName: initialName }), ...change }
  if (!isChosen(next)) {
    const { [path]: _, ...rest } = draft.resources
    return { ...draft, resources: rest }
  }
  return { ...draft, resources: { ...draft.resources, [path]: next } }
}

/** Removes an object, or one of its instances, with the settings below it. */
export function withoutObject(draft: Lwm2mResourcesDraft, keyId: string, instance?: number): Lwm2mResourcesDraft {
  const { [keyId]: instances = [], ...others } = draft.instances
  const root = instance === undefined ? `/${keyId}` : `/${keyId}/${instance}`
  const stays = ([path]: readonly [string, unknown]) => path !== root && !path.startsWith(`${root}/`)
  return {
    instances: instance === undefined ? others : { ...others, [keyId]: instances.filter((one) => one !== instance) },
    resources: Object.fromEntries(Object.entries(draft.resources).filter(stays)),
    limits: Object.fromEntries(Object.entries(draft.limits).filter(stays)),
  }
}
