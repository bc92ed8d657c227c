/** Actions of the phone, such as taking a photo: the app runs them, functions of the action give input and get results. */

import { textOf } from '@sonde/model/dashboards/json-parts'
import { type MobileAction, type MobileOutcome, runMobileAction } from '../../session/mobile-bridge.ts'
import type { ActionCall, ActionHost } from './action-host.ts'

export async function runMobileWidgetAction(call: ActionCall, host: ActionHost): Promise<void> {
  const { mobileAction } = call.action

  /** Undefined if the code failed. An action without the function needs no code. */
  async function run(name: string, args: readonly unknown[]): Promise<{ readonly value: unknown } | undefined> {
    const body = mobileAction[name]
    if (typeof body !== 'string' || body.trim() === '') return { value: undefined }
    const result = await host.runCode(name, body, call, args)
    return result.kind === 'done' ? result : undefined
  }

  async function fail(error: string): Promise<void> {
    if (textOf(mobileAction.handleErrorFunction)) await run('handleErrorFunction', [error])
    else host.reportFailure(error)
  }

  const request = await requestOf(mobileAction.type, run)
  if (request === 'failed') return
  if (typeof request === 'string') return fail(request)
  const outcome = await runMobileAction(request)
  if (outcome.kind === 'error') return fail(outcome.error)
  if (outcome.kind === 'empty') return void (await run('handleEmptyResultFunction', []))
  const [name, args] = processing(request, outcome)
  await run(name, args)
}

type Run = (name: string, args: readonly unknown[]) => Promise<{ readonly value: unknown } | undefined>

/** The request to the app; a text if the input is wrong. */
async function requestOf(type: string, run: Run): Promise<MobileAction | 'failed' | string> {
  switch (type) {
    case 'takePictureFromGallery':
    case 'takePhoto':
    case 'takeScreenshot':
    case 'scanQrCode':
    case 'getLocation':
      return { type }
    case 'mapDirection':
    case 'mapLocation': {
      const place = await run('getLocationFunction', [])
      if (!place) return 'failed'
      const [latitude, longitude]: unknown[] = Array.isArray(place.value) ? place.value : []
      if (typeof latitude !== 'number' || typeof longitude !== 'number') return 'The action has no location.'
      return { type, latitude, longitude }
    }
    case 'makePhoneCall': {
      const phone = await run('getPhoneNumberFunction', [])
      if (!phone) return 'failed'
      const number = textOf(phone.value)
      return number === null ? 'The action has no phone number.' : { type, number }
    }
    default:
      return `The app has no action ${type}.`
  }
}

/** The function that gets the app's result, with its arguments. */
function processing(
  { type }: MobileAction,
  { result }: Extract<MobileOutcome, { kind: 'result' }>,
): [name: string, args: readonly unknown[]] {
  switch (type) {
    case 'takePictureFromGallery':
    case 'takePhoto':
    case 'takeScreenshot':
      return ['processImageFunction', [result.imageUrl]]
    case 'scanQrCode':
      return ['processQrCodeFunction', [result.code, result.format]]
    case 'getLocation':
      return ['processLocationFunction', [result.latitude, result.longitude]]
    case 'mapDirection':
    case 'mapLocation':
    case 'makePhoneCall':
      return ['processLaunchResultFunction', [result.launched]]
  }
}
