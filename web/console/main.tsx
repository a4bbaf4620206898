import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchServer } from './api/connection.ts'
import { applyTheme } from './app/theme.ts'
import { askToSignIn, queryClient, router } from './router.tsx'
import './ui/tokens.css'
import './ui/base.css'

applyTheme()
void watchServer({
  onReturn: () => {
    void queryClient.invalidateQueries()
    // Pages that could not be opened are opened again.
    void router.invalidate()
  },
  onSignedOut: () => void askToSignIn(),
})
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
