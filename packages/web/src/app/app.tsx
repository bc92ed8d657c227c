/** Root component: context providers and the router. */

import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useMemo } from 'react'
import { WidgetTypesContext } from '../dashboards/widget-types-context.ts'
import { TextProvider } from '../locale/use-text.tsx'
import { PageSignalsContext } from '../session/page-signals.tsx'
import { SessionProvider } from '../session/use-session.tsx'
import { ToastProvider } from '../ui/toast/toast-stack.tsx'
import { chartTypes } from './chart-types.ts'
import type { AppRouter } from './router.tsx'
import { ServerUnreachable } from './server-unreachable.tsx'
import type { Services } from './services.ts'

export function App({ services, router }: { services: Services; router: AppRouter }) {
  const signals = useMemo(() => {
    const { loading, forbidden, loginError } = services
    return { loading, forbidden, loginError }
  }, [services])
  return (
    <TextProvider store={services.texts}>
      <SessionProvider client={services.client} account={services.account}>
        <QueryClientProvider client={services.queries}>
          <ToastProvider value={services.toasts}>
            <PageSignalsContext value={signals}>
              <WidgetTypesContext value={chartTypes}>
                <RouterProvider router={router} />
              </WidgetTypesContext>
              <ServerUnreachable />
            </PageSignalsContext>
          </ToastProvider>
        </QueryClientProvider>
      </SessionProvider>
    </TextProvider>
  )
}
