import type { AuditContext } from '../../audit/index.ts'
import type { WarrantyServices } from '../context.ts'
import type { CertificateContext } from '../operations/issue-certificate.ts'

/** The services that operations on warranties need beside the call's own context. */
export type AdminServices = Pick<WarrantyServices, 'brands' | 'deliveries'> &
  Pick<AuditContext, 'references' | 'names'> &
  Pick<CertificateContext, 'publicUrl'>
