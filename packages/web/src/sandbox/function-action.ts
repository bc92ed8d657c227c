/**
 * `widgetContext` of functions that run for a click: besides the data of `ctx`, members that ask the page to do
 * something. Each answers later, as an observable or a promise. The page decides what it does for whom.
 */

import type { FunctionContext } from './function-context.ts'
import type { ActionPlace } from './function-protocol.ts'
import { createObservables, type Observable } from './observable-subset.ts'

export interface ActionHost {
  /** Asks the page; `method` is one of those that it knows. */
  ask(method: string, args: readonly unknown[]): Promise<unknown>
  /** An error in code that runs with an answer. */
  fail(error: unknown): void
}

type Params = Readonly<Record<string, unknown>>

/** Names by which code of users looks up services. */
type ServiceName = string

export function createActionContext(context: FunctionContext, place: ActionPlace, host: ActionHost): object {
  const { from, rxjs } = createObservables(host.fail)
  const ask = (method: string, ...args: readonly unknown[]): Observable => from(host.ask(method, args))
  const tell = (method: string, ...args: readonly unknown[]): void => void ask(method, ...args)

  const stateController = {
    getStateParams: () => place.params,
    getStateParamsByStateId: (id: string) => place.states.find((state) => state.id === id)?.params ?? null,
    getStateId: () => place.states.at(-1)?.id ?? '',
    getStateIndex: () => place.states.length - 1,
    getStateIdAtIndex: (index: number) => place.states[index]?.id ?? null,
    getCurrentStateName: () => place.stateName,
    getEntityId: (params: Params | undefined) => params?.entityId ?? null,
    openState: (id: string, params?: Params, opensRight?: boolean) => tell('openState', id, params ?? {}, opensRight),
    pushAndOpenState: (states: readonly { id: string; params?: Params }[], opensRight?: boolean) =>
      tell('pushStates', states, opensRight),
    updateState: (id: string | null | undefined, params?: Params, opensRight?: boolean) =>
      tell('updateState', id ?? '', params ?? {}, opensRight),
    resetState: () => tell('toState', 0),
    navigatePrevState: (index: number) => tell('toState', index),
  }
  const toast = (kind: string) => (text: unknown) => tell('toast', kind, String(text))
  const dialogs = {
    alert: (title: string, text: string, ok?: string) => ask('alert', title, text, ok),
    confirm: (title: string, text: string, cancel?: string, ok?: string) => ask('confirm', title, text, cancel, ok),
  }
  const customDialog = {
    customDialog(html: string, controller?: (instance: object) => void, data?: unknown) {
      const closed = ask('showHtml', html)
      if (typeof controller === 'function') {
        // The markup isn't a template here: the controller can prepare its data and close the dialog.
        controller({ data, dialogRef: { close: () => tell('closeHtml') } })
      }
      return closed
    },
  }
  const attributeService = {
    getEntityAttributes: (entityId: unknown, scope: string, keys?: readonly string[]) =>
      ask('readAttributes', entityId, scope, keys ?? null),
    saveEntityAttributes: (entityId: unknown, scope: string, list: readonly unknown[]) =>
      ask('saveAttributes', entityId, scope, list),
    deleteEntityAttributes: (entityId: unknown, scope: string, list: readonly unknown[]) =>
      ask('deleteAttributes', entityId, scope, list),
    saveEntityTimeseries: (entityId: unknown, _scope: string, list: readonly unknown[]) =>
      ask('saveTimeseries', entityId, list),
  }
  const router = { navigateByUrl: (url: string) => host.ask('openPath', [url]) }
  const services: Readonly<Record<string, unknown>> = {
    dialogs,
    customDialog,
    attributeService,
    router,
    utils: context.utils,
    date: context.date,
    translate: context.translate,
  }
  const $injector = {
    get(name: ServiceName): unknown {
      const found = services[name]
      if (!found) throw new Error(`The service ${name} isn't available.`)
      return found
    },
  }
  return {
    ...context,
    $scope: { $injector },
    $injector,
    servicesMap: { get: (name: ServiceName) => name },
    ...services,
    stateController,
    activeEntityInfo: place.entity && {
      entityId: place.entity.id,
      entityName: place.entity.name,
      entityLabel: place.entity.label,
    },
    showSuccessToast: toast('success'),
    showInfoToast: toast('info'),
    showWarnToast: toast('warning'),
    showErrorToast: toast('error'),
    showToast: (kind: string, text: unknown) => tell('toast', kind === 'warn' ? 'warning' : kind, String(text)),
    hideToast: () => {},
    updateAliases: () => tell('updateAliases'),
    rxjs,
  }
}

/** `$event` of an action: the click itself stays in the page. */
export const actionEvent = (elementId: string): object => ({
  type: 'click',
  target: { id: elementId },
  currentTarget: { id: elementId },
  preventDefault: () => {},
  stopPropagation: () => {},
})
