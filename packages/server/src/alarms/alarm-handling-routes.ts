/** REST routes for user actions on alarms. Specific to Sonde. */

import { explainedAlarm } from '@sonde/model/alarms/alarm-cause'
import {
  alarmEntry,
  alarmUser,
  assigneeInput,
  assigneeQuery,
  commentAnswer,
  commentInput,
  shelfInput,
} from '@sonde/model/alarms/alarm-history'
import { uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import { namedInPath } from '../http/route-audit.ts'
import type { AlarmHandling } from './alarm-handling-service.ts'

const byId = Type.Object({ alarmId: uuid })
const byComment = Type.Object({ alarmId: uuid, commentId: uuid })

const authorities = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const shared = { authorities, tag: 'alarms' }
const audit = namedInPath('UPDATED', 'ALARM')

export interface AlarmHandlingRouteDeps {
  readonly handling: AlarmHandling
}

export function registerAlarmHandlingRoutes(routes: Routes, { handling }: AlarmHandlingRouteDeps): void {
  routes.add({
    ...shared,
    method: 'GET',
    path: '/api/v2/alarms/:alarmId/history',
    summary: 'Get the history of an alarm, oldest first, with comments',
    schema: { params: byId, response: Type.Array(alarmEntry) },
    handle: ({ scope, params }) => handling.history(scope, params.alarmId),
  })
  routes.add({
    ...shared,
    method: 'POST',
    path: '/api/v2/alarms/:alarmId/comments',
    summary: 'Comment on an alarm',
    audit,
    schema: { params: byId, body: commentInput, response: commentAnswer },
    handle: ({ scope, params, body }) => handling.comment(scope, params.alarmId, body.text),
  })
  routes.add({
    ...shared,
    method: 'PUT',
    path: '/api/v2/alarms/:alarmId/comments/:commentId',
    summary: "Update one of the caller's comments",
    audit,
    schema: { params: byComment, body: commentInput, response: Type.Void() },
    handle: ({ scope, params, body }) => handling.changeComment(scope, params.alarmId, params.commentId, body.text),
  })
  routes.add({
    ...shared,
    method: 'DELETE',
    path: '/api/v2/alarms/:alarmId/comments/:commentId',
    summary: "Delete one of the caller's comments; it can be restored for an hour",
    audit,
    schema: { params: byComment, response: Type.Void() },
    handle: ({ scope, params }) => handling.deleteComment(scope, params.alarmId, params.commentId),
  })
  routes.add({
    ...shared,
    method: 'POST',
    path: '/api/v2/alarms/:alarmId/comments/:commentId/restore',
    summary: "Restore one of the caller's deleted comments",
    audit,
    schema: { params: byComment, response: Type.Void() },
    handle: ({ scope, params }) => handling.restoreComment(scope, params.alarmId, params.commentId),
  })
  routes.add({
    ...shared,
    method: 'GET',
    path: '/api/v2/alarms/:alarmId/assignees',
    summary: 'List users that an alarm can be assigned to, by name',
    schema: { params: byId, query: assigneeQuery, response: Type.Array(alarmUser) },
    handle: ({ scope, params, query }) => handling.assignees(scope, params.alarmId, query.textSearch),
  })
  routes.add({
    ...shared,
    method: 'PUT',
    path: '/api/v2/alarms/:alarmId/assignee',
    summary: 'Assign an alarm to a user, or remove its assignee',
    audit,
    schema: { params: byId, body: assigneeInput, response: explainedAlarm },
    handle: ({ scope, params, body }) => handling.assign(scope, params.alarmId, body.userId),
  })
  routes.add({
    ...shared,
    method: 'PUT',
    path: '/api/v2/alarms/:alarmId/shelf',
    summary: 'Shelve an alarm until a time',
    audit,
    schema: { params: byId, body: shelfInput, response: explainedAlarm },
    handle: ({ scope, params, body }) => handling.shelve(scope, params.alarmId, body),
  })
  routes.add({
    ...shared,
    method: 'DELETE',
    path: '/api/v2/alarms/:alarmId/shelf',
    summary: 'Unshelve an alarm',
    audit,
    schema: { params: byId, response: explainedAlarm },
    handle: ({ scope, params }) => handling.unshelve(scope, params.alarmId),
  })
}
