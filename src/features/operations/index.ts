export { createMetricsAccess } from './metrics-access.ts'
export { addOperationsRoutes } from './routes.ts'
