/** Settings of LwM2M devices: resources, servers and client behavior. */

import { draftOfPower, type PowerDraft, powerErrors, wireOfPower } from '../../../device-profiles/power-input.ts'
import { oneOf, type Settings, settingsOf, textOf } from '../../../device-profiles/wire-parts.ts'
import type { Translate } from '../../../locale/texts.ts'
import { errorsBelow, type PlaceErrors } from '../../../ui/field/field-places.tsx'
import { tooLong } from '../../../ui/field/text-errors.ts'
import { draftOfResources, type Lwm2mResourcesDraft, resourceErrors, wireOfResources } from './lwm2m-resources-input.ts'
import { draftOfServers, type ServerDraft, serverErrors, wireOfServers } from './lwm2m-server-input.ts'

/** 1: observes only configured resources; 2: also reads all resources once. */
export const observeStrategies = ['1', '2'] as const
/** Firmware update through 1: object 5 with the file; 2: object 5 with a URL; 3: object 19. */
export const firmwareStrategies = ['1', '2', '3'] as const
/** Software update with 1: the file; 2: a URL. */
export const softwareStrategies = ['1', '2'] as const

export interface Lwm2mDraft {
  readonly resources: Lwm2mResourcesDraft
  readonly bootstrapServerUpdateEnable: boolean
  readonly servers: readonly ServerDraft[]
  readonly observeStrategy: (typeof observeStrategies)[number]
  readonly firmwareStrategy: (typeof firmwareStrategies)[number]
  readonly firmwareResource: string
  readonly softwareStrategy: (typeof softwareStrategies)[number]
  readonly softwareResource: string
  readonly power: PowerDraft
  readonly isComposite: boolean
  /** As stored; properties that are not edited here are preserved. */
  readonly rest: Settings
  /** Entered JSON text while it is invalid; null: valid. */
  readonly brokenJson: string | null
}

export function draftOfLwm2m(wire: Settings): Lwm2mDraft {
  const client = settingsOf(wire.clientLwM2mSettings)
  return {
    resources: draftOfResources(wire.observeAttr),
    bootstrapServerUpdateEnable: wire.bootstrapServerUpdateEnable === true,
    servers: draftOfServers(wire.bootstrap),
    observeStrategy: oneOf(String(client.clientOnlyObserveAfterConnect), observeStrategies, '1'),
    firmwareStrategy: oneOf(String(client.fwUpdateStrategy), firmwareStrategies, '1'),
    firmwareResource: textOf(client.fwUpdateResource),
    softwareStrategy: oneOf(String(client.swUpdateStrategy), softwareStrategies, '1'),
    softwareResource: textOf(client.swUpdateResource),
    power: draftOfPower(client),
    isComposite: client.compositeOperationsSupport === true,
    rest: wire,
    brokenJson: null,
  }
}

export function wireOfLwm2m(draft: Lwm2mDraft): Settings {
  return {
    ...draft.rest,
    type: 'LWM2M',
    observeAttr: { ...settingsOf(draft.rest.observeAttr), ...wireOfResources(draft.resources) },
    bootstrapServerUpdateEnable: draft.bootstrapServerUpdateEnable,
    bootstrap: wireOfServers(draft.servers),
    clientLwM2mSettings: {
      ...settingsOf(draft.rest.clientLwM2mSettings),
      clientOnlyObserveAfterConnect: Number(draft.observeStrategy),
      fwUpdateStrategy: Number(draft.firmwareStrategy),
      fwUpdateResource: draft.firmwareStrategy === '2' ? draft.firmwareResource.trim() : null,
      swUpdateStrategy: Number(draft.softwareStrategy),
      swUpdateResource: draft.softwareStrategy === '2' ? draft.softwareResource.trim() : null,
      ...wireOfPower(draft.power),
      compositeOperationsSupport: draft.isComposite,
    },
  }
}

/** Parses settings from a JSON text; undefined if it is not a JSON object. */
export function lwm2mOfJson(text: string): Lwm2mDraft | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null && !Array.isArray(json)
      ? draftOfLwm2m(settingsOf(json))
      : undefined
  } catch {
    return undefined
  }
}

const isCoapAddress = (text: string) => /^coaps?:\/\/\S+$/.test(text.trim())

export function lwm2mErrors(draft: Lwm2mDraft, t: Translate): PlaceErrors {
  const hasBootstrap = !draft.bootstrapServerUpdateEnable && draft.servers.some(({ isBootstrap }) => isBootstrap)
  function addressError(strategy: string, address: string) {
    if (strategy !== '2') return undefined
    return isCoapAddress(address) ? tooLong(address, t) : t('deviceProfiles.coapAddress')
  }
  return {
    ...errorsBelow('resources', resourceErrors(draft.resources, t)),
    ...errorsBelow('servers', serverErrors(draft.servers, t)),
    ...errorsBelow('power', powerErrors(draft.power, t)),
    bootstrap: hasBootstrap ? t('deviceProfiles.bootstrapNotAllowed') : undefined,
    firmwareResource: addressError(draft.firmwareStrategy, draft.firmwareResource),
    softwareResource: addressError(draft.softwareStrategy, draft.softwareResource),
    json: draft.brokenJson === null ? undefined : t('deviceProfiles.jsonInvalid'),
  }
}
