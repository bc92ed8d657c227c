/**
 * Runs code of actions in the sandbox, and does what it asks for: opens states, shows messages and dialogs, reads and
 * writes attributes with the rights of the user. Loaded with the first such action.
 */

import { actionArgNames, firstArgsOf } from '@sonde/model/dashboards/actions/action-functions'
import { openedStack } from '@sonde/model/dashboards/actions/action-target'
import type { StateEntry } from '@sonde/model/dashboards/dashboard-states'
import { isJsonObject, listOf, objectOf, textOf } from '@sonde/model/dashboards/json-parts'
import { type EntityId, entityId, isEntityType, isUuid } from '@sonde/model/ids'
import { own } from '@sonde/model/own'
import { attributeScopes } from '@sonde/model/telemetry/values'
import type { Translate } from '../../locale/texts.ts'
import type { AnswerAction } from '../../sandbox/sandbox.ts'
import type { Client } from '../../session/page-client.ts'
import type { ToastKind, Toasts } from '../../ui/toast/toasts.ts'
import type { OpenDashboard } from '../dashboard-context.tsx'
import { faultText } from '../fault-text.ts'
import { type ActionCall, type ActionHost, type CodeResult, placeOf } from './action-host.ts'
import type { CodeDialog, ShowCodeDialog } from './code-dialog.tsx'

export interface CodeParts {
  readonly host: ActionHost
  readonly open: OpenDashboard
  readonly client: Pick<Client, 'telemetry'>
  readonly toasts: Pick<Toasts, 'show'>
  readonly t: Translate
  readonly showDialog: ShowCodeDialog
}

/** `setting`: name of the function. `args`: its arguments before the common ones; the HTML for `customPretty`. */
export function runActionCode(
  setting: string,
  body: string,
  call: ActionCall,
  args: readonly unknown[],
  parts: CodeParts,
): Promise<CodeResult> {
  const { action, entity, widget, additionalParams } = call
  const { host, open, t, toasts } = parts
  const isPretty = action.type === 'customPretty'
  const before = firstArgsOf(setting)
  const argNames = actionArgNames(setting, action.type)
  const ofEntity = [entity?.id ?? null, entity?.name ?? '']
  const values = isPretty
    ? [...ofEntity, ...args, plain(additionalParams), entity?.label ?? '']
    : [...before.map((_, index) => args[index]), ...ofEntity, plain(additionalParams), entity?.label ?? '']
  const place = { ...placeOf(host), entity, elementId: call.anchor?.id ?? '' }
  const fail = (fault: Parameters<typeof faultText>[0]) => toasts.show({ kind: 'error', text: faultText(fault, t) })
  return new Promise((resolve) => {
    const answer = createAnswers({ title: action.name || widget.title, css: action.customCss }, parts)
    const ask: AnswerAction = (method, given) => {
      if (method === 'return') return resolve({ kind: 'done', value: given[0] })
      if (method === 'fail') {
        fail({ ...faultOf(given[0]), setting, of: action.name })
        return resolve({ kind: 'failed' })
      }
      return answer(method, given)
    }
    void open.data.runAction(widget.id, { argNames, body }, values, place, ask).then((fault) => {
      if (!fault) return
      fail({ ...fault, setting, of: action.name })
      resolve({ kind: 'failed' })
    })
  })
}

/** What code of actions and widgets can ask for. Arguments are whatever the code gave. `shown`: for dialogs with HTML. */
export function createAnswers(shown: { readonly title: string; readonly css: string }, parts: CodeParts): AnswerAction {
  const { host, open, client, toasts, showDialog } = parts
  const { configuration, stack } = host

  function entryOf(id: unknown, params: unknown): StateEntry | null {
    const name = textOf(id) ?? stack.at(-1)?.id ?? ''
    if (own(configuration.states, name)) return { id: name, params: objectOf(params) }
    host.reportMissing('state', name)
    return null
  }

  const show = (dialog: CodeDialog) => new Promise<boolean>((resolve) => showDialog({ ...dialog, onClose: resolve }))
  const short = (value: unknown) => (textOf(value) ?? '').slice(0, 1000)
  const button = (value: unknown) => textOf(value)?.slice(0, 60)

  const answers: Readonly<Record<string, (...args: readonly unknown[]) => unknown>> = {
    openState(id, params, opensRight) {
      const entry = entryOf(id, params)
      if (entry) host.setStack(openedStack(configuration, stack, entry), opensRight === true)
    },
    pushStates(list, opensRight) {
      const entries = listOf(list).map((one) => (isJsonObject(one) ? entryOf(one.id, one.params) : null))
      const next = entries.reduce<readonly StateEntry[]>(
        (before, entry) => (entry ? openedStack(configuration, before, entry) : before),
        stack,
      )
      host.setStack(next, opensRight === true)
    },
    updateState(id, params, opensRight) {
      const entry = entryOf(id, params)
      if (entry) host.setStack([...stack.slice(0, -1), entry], opensRight === true)
    },
    toState(index) {
      if (typeof index === 'number' && index >= 0 && index < stack.length)
        host.setStack(stack.slice(0, index + 1), false)
    },
    openPath(path) {
      const url = typeof path === 'string' ? URL.parse(path, location.origin) : null
      if (url?.origin === location.origin) host.openAddress(`${url.pathname}${url.search}`, false)
    },
    toast: (kind, text) => toasts.show({ kind: toastKinds.find((one) => one === kind) ?? 'info', text: short(text) }),
    updateAliases: () => open.aliases.reload(),
    alert: (title, text, ok) => show({ kind: 'alert', title: short(title), text: short(text), ok: button(ok) }),
    confirm: (title, text, _, ok) => show({ kind: 'confirm', title: short(title), text: short(text), ok: button(ok) }),
    showHtml: (html) => show({ kind: 'html', ...shown, html: String(html) }),
    closeHtml: () => showDialog(null),
    readAttributes: (id, scope, keys) =>
      client.telemetry.attributes(entityOf(id), scopeOf(scope), keys === null ? null : listOf(keys).map(String)),
    saveAttributes: (id, scope, list) =>
      client.telemetry.saveAttributes(entityOf(id), writableScopeOf(scope), valuesOf(list)),
    deleteAttributes: (id, scope, list) =>
      client.telemetry.deleteAttributes(entityOf(id), scopeOf(scope), Object.keys(valuesOf(list))),
    saveTimeseries: (id, list) => client.telemetry.save(entityOf(id), valuesOf(list)),
  }
  return (method, args) => own(answers, method)?.(...args)
}

const toastKinds = ['success', 'info', 'warning', 'error'] as const satisfies readonly ToastKind[]

function entityOf(value: unknown): EntityId {
  const { entityType, id } = objectOf(value)
  if (typeof entityType === 'string' && isEntityType(entityType) && typeof id === 'string' && isUuid(id))
    return entityId(entityType, id)
  throw new Error('The entity ID isn’t valid.')
}

function scopeOf(value: unknown) {
  const scope = attributeScopes.find((one) => one === value)
  if (!scope) throw new Error('The attribute scope isn’t valid.')
  return scope
}

function writableScopeOf(value: unknown) {
  const scope = scopeOf(value)
  if (scope === 'CLIENT_SCOPE') throw new Error('Client attributes can’t be written.')
  return scope
}

/** Values from a list of `{ key, value }`. */
const valuesOf = (list: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    listOf(list).flatMap((one) => (isJsonObject(one) && typeof one.key === 'string' ? [[one.key, one.value]] : [])),
  )

/** A fault as the sandbox describes it, which isn't trusted. */
function faultOf(value: unknown) {
  const { name, message, line, column } = objectOf(value)
  const number = (one: unknown) => (typeof one === 'number' ? one : null)
  return {
    kind: 'threw' as const,
    name: textOf(name) ?? 'Error',
    message: textOf(message) ?? '',
    line: number(line),
    column: number(column),
  }
}

/** Only plain data can be sent to the sandbox. */
const plain = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)))
