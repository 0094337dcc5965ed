package blob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// S3 keeps files in a bucket, which exists already and is used by this installation alone. The server decides who may
// have a file, so the bucket is not public.
type S3 struct {
	client *minio.Client
	bucket string
}

// NewS3 returns the store at an address in the form of [Open]. Nothing is sent before the first file.
func NewS3(at *url.URL) (*S3, error) {
	secret, given := at.User.Password()
	bucket := strings.Trim(at.Path, "/")
	if at.Scheme != "s3" && at.Scheme != "s3+plain" || at.Host == "" || !given || bucket == "" || strings.Contains(bucket, "/") {
		return nil, errors.New("blob: want s3://key:secret@host/bucket or s3+plain://key:secret@host/bucket")
	}
	region := at.Query().Get("region")
	if region == "" {
		region = "us-east-1" // the default name of services without regions
	}
	client, err := minio.New(at.Host, &minio.Options{
		Creds:        credentials.NewStaticV4(at.User.Username(), secret, ""),
		Secure:       at.Scheme == "s3",
		Region:       region,
		BucketLookup: minio.BucketLookupPath,
		MaxRetries:   3,
	})
	if err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	return &S3{client, bucket}, nil
}

// Put keeps a file.
func (s *S3) Put(ctx context.Context, key string, data []byte) error {
	if err := checkKey(key); err != nil {
		return err
	}
	_, err := s.client.PutObject(ctx, s.bucket, key, bytes.NewReader(data), int64(len(data)), minio.PutObjectOptions{
		ContentType: "application/octet-stream", DisableMultipart: true,
	})
	return translateS3(err)
}

// Get is a file's content.
func (s *S3) Get(ctx context.Context, key string) ([]byte, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	object, err := s.client.GetObject(ctx, s.bucket, key, minio.GetObjectOptions{})
	if err != nil {
		return nil, translateS3(err)
	}
	defer object.Close()
	data, err := io.ReadAll(object)
	return data, translateS3(err)
}

// Has reports whether there is a file.
func (s *S3) Has(ctx context.Context, key string) (bool, error) {
	if err := checkKey(key); err != nil {
		return false, err
	}
	_, err := s.client.StatObject(ctx, s.bucket, key, minio.StatObjectOptions{})
	if err = translateS3(err); errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Delete removes a file.
func (s *S3) Delete(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	err := translateS3(s.client.RemoveObject(ctx, s.bucket, key, minio.RemoveObjectOptions{}))
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

// Below are the files in a folder.
func (s *S3) Below(ctx context.Context, folder string) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		if err := checkKey(folder); err != nil {
			yield(File{}, err)
			return
		}
		ctx, stop := context.WithCancel(ctx) // ends the listing if the consumer stops
		defer stop()
		for object := range s.client.ListObjects(ctx, s.bucket, minio.ListObjectsOptions{Prefix: folder + "/", Recursive: true}) {
			if object.Err != nil {
				yield(File{}, translateS3(object.Err))
				return
			}
			if !yield(File{Key: object.Key, Written: object.LastModified}, nil) {
				return
			}
		}
	}
}

// translateS3 distinguishes a file that is not there and a service that is not, or has no such bucket.
func translateS3(err error) error {
	if err == nil {
		return nil
	}
	answer := minio.ToErrorResponse(err)
	if answer.StatusCode == http.StatusNotFound && answer.Code == minio.NoSuchKey {
		return ErrNotFound
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, err)
}
