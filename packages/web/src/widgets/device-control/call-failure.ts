/** What is said about a failed call, and whether the user may try again. */

import { ApiError } from '@sonde/client'
import { faultText } from '../../dashboards/widget-api.ts'
import type { Translate } from '../../locale/texts.ts'
import { failureText } from '../../ui/states/failure-text.ts'
import { FunctionFailed } from './control-functions.ts'
import { NoAnswer, StatusRefused } from './rpc-call.ts'

/** The caller isn't allowed to control the device. */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403

/** Another attempt may succeed. */
export const mayRetry = (error: unknown): boolean => !isForbidden(error) && !(error instanceof FunctionFailed)

export function callFailureText(error: unknown, isOffline: boolean, t: Translate): string {
  if (isForbidden(error)) return t('controls.forbidden')
  if (error instanceof FunctionFailed) return faultText(error.fault, t)
  if (error instanceof StatusRefused) return t('controls.notReady')
  if (error instanceof NoAnswer) return t(isOffline ? 'controls.offlineNoAnswer' : 'controls.noAnswer')
  if (error instanceof ApiError && error.isUnreachable) return t('shell.unableToConnect')
  return t('controls.failed', { message: failureText(error) })
}
