/** Functions of actions: which ones an action has, and their arguments. */

import { own } from '../../own.ts'

/** Types of `mobileAction` with their functions, in the order of calls. All have `mobileFailureFunctions` too. */
export const mobileActions = {
  takePictureFromGallery: ['processImageFunction'],
  takePhoto: ['processImageFunction'],
  takeScreenshot: ['processImageFunction'],
  scanQrCode: ['processQrCodeFunction'],
  getLocation: ['processLocationFunction'],
  mapDirection: ['getLocationFunction', 'processLaunchResultFunction'],
  mapLocation: ['getLocationFunction', 'processLaunchResultFunction'],
  makePhoneCall: ['getPhoneNumberFunction', 'processLaunchResultFunction'],
} as const

export type MobileActionType = keyof typeof mobileActions

export const mobileFailureFunctions = ['handleEmptyResultFunction', 'handleErrorFunction'] as const

export type MobileFunction = (typeof mobileActions)[MobileActionType][number] | (typeof mobileFailureFunctions)[number]

export const isMobileActionType = (type: string): type is MobileActionType => Object.hasOwn(mobileActions, type)

export const mobileFunctionsOf = (type: string): readonly MobileFunction[] => [
  ...(isMobileActionType(type) ? mobileActions[type] : []),
  ...mobileFailureFunctions,
]

/** Arguments before the common ones, by the name of the function. */
const firstArgs: Readonly<Record<string, readonly string[]>> = {
  processImageFunction: ['imageUrl'],
  processQrCodeFunction: ['code', 'format'],
  processLocationFunction: ['latitude', 'longitude'],
  processLaunchResultFunction: ['launched'],
  handleErrorFunction: ['error'],
}
const common = ['$event', 'widgetContext', 'entityId', 'entityName', 'additionalParams', 'entityLabel']
const pretty = ['$event', 'widgetContext', 'entityId', 'entityName', 'htmlTemplate', 'additionalParams', 'entityLabel']

/** Arguments of a function of an action that come before the common ones. */
export const firstArgsOf = (functionName: string): readonly string[] => own(firstArgs, functionName) ?? []

/** Names of the arguments of a function of an action. */
export const actionArgNames = (functionName: string, actionType: string): readonly string[] =>
  actionType === 'customPretty' ? pretty : [...firstArgsOf(functionName), ...common]
