/** Keys that announce a package to a device and report its progress, such as `fw_state`, `target_sw_version`. */

import { packageKeyPrefix } from './ota-package.ts'

const packageKey = new RegExp(`^(?:current_|target_)?(?:${Object.values(packageKeyPrefix).join('|')})_`)

/** Whether updates use the key: it says nothing about what the device measures. */
export const isPackageKey = (key: string): boolean => packageKey.test(key)
