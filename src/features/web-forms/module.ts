import type { App } from '../../platform/http/server.ts'
import type { WebFormContext } from './context.ts'
import { createFormGuard, type GuardForm } from './form-guard.ts'
import { addIssueChallenge } from './routes/issue-challenge.ts'

/** Protects what web pages submit with publishable keys: docs/website.md. */
export interface WebForms {
  addRoutes(app: App): void
  guard: GuardForm
}

export function createWebForms(ctx: WebFormContext): WebForms {
  return {
    addRoutes: (app) => addIssueChallenge(app, ctx),
    guard: (scope) => createFormGuard(ctx, scope),
  }
}
