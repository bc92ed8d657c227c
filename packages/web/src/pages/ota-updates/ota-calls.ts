/** Queries and calls shared by the OTA package pages. */

import { createOtaPackageCalls, type OtaPackageCalls } from '@sonde/client/ota-packages/ota-package-calls'
import type { OtaPackageInfo } from '@sonde/model/ota-packages/ota-package'
import { useMemo } from 'react'
import { useClient } from '../../session/use-session.tsx'

export const otaRoom = 'otaPackages'

export function useOtaCalls(): OtaPackageCalls {
  const { rest } = useClient()
  return useMemo(() => createOtaPackageCalls(rest), [rest])
}

/** The server stores its file. */
export const hasFile = ({ hasData, url }: OtaPackageInfo): boolean => hasData && !url

/** Its file was never uploaded, so it cannot be assigned. */
export const lacksFile = ({ hasData, url }: OtaPackageInfo): boolean => !hasData && !url

/** `Pump 2.4.1`: title and version together name a package. */
export const packageName = ({ title, version }: OtaPackageInfo): string => `${title} ${version}`
