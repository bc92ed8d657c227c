/** Answers what the code of a user-written widget asks the page: with the rights of the user, and only what is listed. */

import { actionsOf } from '@sonde/model/dashboards/actions/widget-action'
import { objectOf, textOf } from '@sonde/model/dashboards/json-parts'
import { entityId, isEntityType, isUuid } from '@sonde/model/ids'
import type { ActionContextValue, OpenDashboard, WidgetProps } from '../../dashboards/widget-api.ts'
import type { Client } from '../../session/page-client.ts'
import { callDevice } from '../device-control/rpc-call.ts'
import { allowedRequest } from './widget-requests.ts'

export interface AnswerDeps {
  readonly props: Pick<WidgetProps, 'widget' | 'onZoom'>
  /** Null: the widget has no dashboard around it. */
  readonly actions: ActionContextValue | null
  readonly rest: Client['rest']
  readonly open: Pick<OpenDashboard, 'aliases'>
  /** Where popovers open. */
  readonly anchor: HTMLElement
}

type Answer = (args: readonly unknown[], deps: AnswerDeps) => unknown

const answers: Readonly<Record<string, Answer>> = {
  http([method, url, body], { rest }) {
    const request = allowedRequest(method, url, location.origin)
    return rest.request<unknown>(request.method, request.path, {
      ...(request.method === 'POST' && { body: body ?? {} }),
      ignoreErrors: true,
    })
  },
  control([way, method, params, timeoutMs, isPersistent, pollingMs], { props, open, rest }) {
    const [aliasId] = props.widget.config.targetAliasIds
    const state = aliasId === undefined ? null : open.aliases.get(aliasId)
    const device = state?.kind === 'resolved' ? state.entity : null
    if (device?.id.entityType !== 'DEVICE') throw new Error('The widget has no target device.')
    if (way !== 'oneway' && way !== 'twoway') throw new Error('Unknown kind of call.')
    const number = (value: unknown, other: number) => (typeof value === 'number' && value > 0 ? value : other)
    const settings = {
      requestTimeout: number(timeoutMs, 0),
      requestPersistent: isPersistent === true,
      persistentPollingInterval: Math.max(1000, number(pollingMs, 5000)),
    }
    const call = { deviceId: device.id.id, way, method: String(method), params, settings } as const
    return callDevice({ rest }, call, new AbortController().signal)
  },
  runAction([sourceId, actionId, entity, name, additionalParams, label], { props, actions, open, anchor }) {
    const { widget } = props
    const action = actionsOf(widget, String(sourceId)).find(({ id }) => id === actionId)
    if (!action || !actions) throw new Error('The widget has no such action.')
    const given = entityOf(entity)
    actions.run({
      action,
      widget,
      entity: given
        ? { id: given, name: textOf(name) ?? '', label: textOf(label) ?? '' }
        : actions.active.of(widget, open as OpenDashboard),
      anchor,
      additionalParams,
    })
  },
  zoom([startMs, endMs], { props }) {
    const isRange = typeof startMs === 'number' && typeof endMs === 'number' && endMs > startMs
    props.onZoom(isRange ? { startMs, endMs } : null)
  },
}

/** Throws or rejects with an error that says what isn't possible. */
export async function answerWidget(method: string, args: readonly unknown[], deps: AnswerDeps): Promise<unknown> {
  if (Object.hasOwn(answers, method)) return answers[method]?.(args, deps)
  if (!deps.actions) throw new Error('The widget has no dashboard around it.')
  return deps.actions.ask(deps.props.widget, method, args)
}

function entityOf(value: unknown) {
  const { entityType, id } = objectOf(value)
  return typeof entityType === 'string' && isEntityType(entityType) && typeof id === 'string' && isUuid(id)
    ? entityId(entityType, id)
    : null
}
