/** Permission to change dashboards. */

import { useAccount } from '../session/use-session.tsx'

export const useCanAddToDashboard = (): boolean => useAccount()?.auth.authority === 'TENANT_ADMIN'
