/** Widget types by bundle and type alias: loaded once and cached; failed loads can be retried. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { createObservable, type Observable } from '../ui/observable.ts'
import type { WidgetType } from './widget-type.ts'

export type WidgetTypeState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly type: WidgetType }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Not implemented in this client. */
  | { readonly kind: 'missing' }

type TypeName = Pick<DashboardWidget, 'isSystemType' | 'bundleAlias' | 'typeAlias'>

export interface WidgetTypes {
  /** Current state; the same object until it changes. */
  readonly state: (widget: TypeName) => WidgetTypeState
  /** Resolves when the type is ready, missing or failed; never rejects. Retries a failed load. */
  readonly load: (widget: TypeName) => Promise<WidgetTypeState>
  /** Incremented at each change of a state. */
  readonly version: Pick<Observable<number>, 'get' | 'subscribe'>
}

type LoadType = () => Promise<WidgetType>

/** Returns the loader of a widget type, or undefined if no file declares it. */
export type FindWidgetType = (bundleAlias: string, typeAlias: string) => LoadType | undefined

const loading: WidgetTypeState = { kind: 'loading' }
const missing: WidgetTypeState = { kind: 'missing' }

/** `loadOther`: draws the types that no file declares, from their code; absent: such types are missing. */
export function createWidgetTypes(find: FindWidgetType, loadOther?: LoadType): WidgetTypes {
  const states = new Map<string, WidgetTypeState>()
  const loads = new Map<string, Promise<WidgetTypeState>>()
  const version = createObservable(0)

  const fileOf = ({ isSystemType, bundleAlias, typeAlias }: TypeName) =>
    (isSystemType ? find(bundleAlias, typeAlias) : undefined) ?? loadOther

  const nameOf = ({ isSystemType, bundleAlias, typeAlias }: TypeName): string =>
    `${isSystemType ? '' : 'own '}${bundleAlias}.${typeAlias}`

  async function typeOf(file: LoadType, widget: TypeName): Promise<WidgetType | undefined> {
    const type = await file()
    return draws(type, widget) ? type : loadOther?.()
  }

  function put(widget: TypeName, state: WidgetTypeState): WidgetTypeState {
    if (state.kind === 'failed') loads.delete(nameOf(widget))
    states.set(nameOf(widget), state)
    version.set(version.get() + 1)
    return state
  }

  return {
    state: (widget) => (fileOf(widget) ? (states.get(nameOf(widget)) ?? loading) : missing),
    load(widget) {
      const file = fileOf(widget)
      if (!file) return Promise.resolve(missing)
      const before = loads.get(nameOf(widget))
      if (before) return before
      if (states.has(nameOf(widget))) put(widget, loading)
      const load = typeOf(file, widget).then(
        (type) => put(widget, type ? { kind: 'ready', type } : missing),
        (error: unknown) => put(widget, { kind: 'failed', error }),
      )
      loads.set(nameOf(widget), load)
      return load
    },
    version,
  }
}

const draws = ({ aliases }: WidgetType, { typeAlias }: TypeName): boolean => aliases?.includes(typeAlias) ?? true
