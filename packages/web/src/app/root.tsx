/** Content around every page: progress bar, toasts, the forbidden dialog, the window title. */

import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ForbiddenDialog } from '../session/forbidden-dialog.tsx'
import { LoginErrorDialog } from '../session/login-error-dialog.tsx'
import { PageTitle } from '../shell/page-title.tsx'
import { ProgressBar } from '../shell/progress-bar.tsx'
import { ToastStack } from '../ui/toast/toast-stack.tsx'

export function Root(): ReactNode {
  return (
    <>
      <PageTitle />
      <ProgressBar />
      <Outlet />
      <ForbiddenDialog />
      <LoginErrorDialog />
      <ToastStack />
    </>
  )
}
